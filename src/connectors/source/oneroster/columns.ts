/** The files of OneRoster 1.2 (CSV binding 1.2.1) that say something to us, with their columns; * must have a value. */

const common = 'sourcedId* status dateLastModified';

const files = {
  'academicSessions.csv': `${common} title* type* startDate* endDate* parentSourcedId schoolYear*`,
  'orgs.csv': `${common} name* type* identifier parentSourcedId`,
  'courses.csv': `${common} schoolYearSourcedId title* courseCode grades orgSourcedId* subjects subjectCodes`,
  'classes.csv': `${common} title* grades courseSourcedId* classCode classType* location schoolSourcedId* termSourcedIds* subjects subjectCodes periods`,
  'users.csv': `${common} enabledUser* username* userIds givenName* familyName* middleName identifier email sms phone agentSourcedIds grades password userMasterIdentifier preferredGivenName preferredMiddleName preferredFamilyName primaryOrgSourcedId pronouns`,
  'roles.csv': `${common} userSourcedId* roleType* role* beginDate endDate orgSourcedId* userProfileSourcedId`,
  'enrollments.csv': `${common} classSourcedId* schoolSourcedId* userSourcedId* role* primary beginDate endDate`,
  'demographics.csv': `${common} birthDate sex americanIndianOrAlaskaNative asian blackOrAfricanAmerican nativeHawaiianOrOtherPacificIslander white demographicRaceTwoOrMoreRaces hispanicOrLatinoEthnicity countryOfBirthCode stateOfBirthAbbreviation cityOfBirth publicSchoolResidenceStatus`,
} as const;

export type PartName = keyof typeof files;

export interface PartColumns {
  known: ReadonlySet<string>;
  required: readonly string[];
}

export const partNames = Object.keys(files).filter((name): name is PartName => name in files);

export function columnsOf(name: PartName): PartColumns {
  const columns = files[name].split(' ');
  return {
    known: new Set(columns.map((column) => column.replace('*', ''))),
    required: columns.filter((column) => column.endsWith('*')).map((column) => column.slice(0, -1)),
  };
}

/** Without these nobody can be placed; the others may be absent. */
export const needed: readonly PartName[] = ['orgs.csv', 'users.csv', 'roles.csv'];

/** Of the standard, but nothing in them has a place in the portal; their passwords and marks are not even read. */
export const unread = new Set(
  'userProfiles userResources resources classResources courseResources categories lineItems lineItemLearningObjectiveIds lineItemScoreScales results resultLearningObjectiveIds resultScoreScales scoreScales'
    .split(' ')
    .map((name) => `${name}.csv`),
);
