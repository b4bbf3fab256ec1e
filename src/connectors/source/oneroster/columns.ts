/**
 * The formats that come as a zip of related tables, with the files that say something to us and their columns; * must
 * have a value. Everything after `part.ts` speaks OneRoster 1.2's names: `renamed` has those of a format that differ.
 */

const files = [
  'academicSessions.csv',
  'orgs.csv',
  'courses.csv',
  'classes.csv',
  'users.csv',
  'roles.csv',
  'enrollments.csv',
  'demographics.csv',
  'relationships.csv',
] as const;
export type PartName = (typeof files)[number];

export const partNames: readonly PartName[] = files;

export interface Dialect {
  columns: Partial<Record<PartName, string>>;
  /** The format's own name of a column, and OneRoster 1.2's. */
  renamed: Partial<Record<PartName, Readonly<Record<string, string>>>>;
  /** Without these nobody can be placed; the others may be absent. */
  needed: readonly PartName[];
  /** Of the format, but nothing in them has a place in the portal; their passwords and marks are not even read. */
  unread: ReadonlySet<string>;
  /** Where it says what people are at a school. */
  rolesIn: 'roles.csv' | 'users.csv';
  /** Whether an end date is the last day, or the first day after. */
  endIsLastDay: boolean;
}

const named = (names: string): ReadonlySet<string> => new Set(names.split(' ').map((name) => `${name}.csv`));

const common = 'sourcedId* status dateLastModified';
const shared = {
  'academicSessions.csv': `${common} title* type* startDate* endDate* parentSourcedId schoolYear*`,
  'orgs.csv': `${common} name* type* identifier parentSourcedId`,
  'courses.csv': `${common} schoolYearSourcedId title* courseCode grades orgSourcedId* subjects subjectCodes`,
  'classes.csv': `${common} title* grades courseSourcedId* classCode classType* location schoolSourcedId* termSourcedIds* subjects subjectCodes periods`,
  'enrollments.csv': `${common} classSourcedId* schoolSourcedId* userSourcedId* role* primary beginDate endDate`,
  'demographics.csv': `${common} birthDate sex americanIndianOrAlaskaNative asian blackOrAfricanAmerican nativeHawaiianOrOtherPacificIslander white demographicRaceTwoOrMoreRaces hispanicOrLatinoEthnicity countryOfBirthCode stateOfBirthAbbreviation cityOfBirth publicSchoolResidenceStatus`,
};
const gradebook = 'resources classResources courseResources categories lineItems results';

/** https://www.imsglobal.org/spec/oneroster/v1p2/bind/csv (1.2.1) */
export const oneRoster12: Dialect = {
  columns: {
    ...shared,
    'users.csv': `${common} enabledUser* username* userIds givenName* familyName* middleName identifier email sms phone agentSourcedIds grades password userMasterIdentifier preferredGivenName preferredMiddleName preferredFamilyName primaryOrgSourcedId pronouns`,
    'roles.csv': `${common} userSourcedId* roleType* role* beginDate endDate orgSourcedId* userProfileSourcedId`,
  },
  renamed: {},
  needed: ['orgs.csv', 'users.csv', 'roles.csv'],
  unread: named(
    `userProfiles userResources lineItemLearningObjectiveIds lineItemScoreScales resultLearningObjectiveIds resultScoreScales scoreScales ${gradebook}`,
  ),
  rolesIn: 'roles.csv',
  endIsLastDay: false,
};

/** https://www.imsglobal.org/oneroster-v11-final-csv-tables (1.1.1): one role a person, at all their schools. */
export const oneRoster11: Dialect = {
  columns: {
    ...shared,
    'users.csv': `${common} enabledUser* orgSourcedIds* role* username* userIds givenName* familyName* middleName identifier email sms phone agentSourcedIds grades password`,
  },
  renamed: { 'demographics.csv': { birthdate: 'birthDate' } },
  needed: ['orgs.csv', 'users.csv'],
  unread: named(gradebook),
  rolesIn: 'users.csv',
  endIsLastDay: false,
};

/** https://learn.microsoft.com/schooldatasync/sds-v2.1-csv-file-format: always whole, and without a manifest. */
export const schoolDataSync: Dialect = {
  columns: {
    'academicSessions.csv': 'sourcedId* title* type schoolYear startDate* endDate*',
    'orgs.csv': 'sourcedId* name* type* parentSourcedId',
    'courses.csv': 'sourcedId* orgSourcedId title* schoolYearSourcedId courseCode subject grade',
    'classes.csv': 'sourcedId* schoolSourcedId* title* termSourcedIds courseSourcedId classCode',
    // The standard lets names be absent for accounts that exist; here they are how people are known.
    'users.csv':
      'sourcedId* username* givenName* familyName* password activeDirectoryMatchId email phone sms',
    'roles.csv': 'userSourcedId* orgSourcedId* role* sessionSourcedId grade isPrimary beginDate endDate',
    'enrollments.csv': 'classSourcedId* userSourcedId* role*',
    'demographics.csv': 'sourcedId* sex birthDate birthCity birthState birthCountry ethnicityCodes raceCodes',
    'relationships.csv': 'userSourcedId* relationshipUserSourcedId* relationshipRole*',
  },
  renamed: {
    'courses.csv': { code: 'courseCode' },
    'classes.csv': {
      orgSourcedId: 'schoolSourcedId',
      sessionSourcedIds: 'termSourcedIds',
      code: 'classCode',
    },
    'roles.csv': { roleStartDate: 'beginDate', roleEndDate: 'endDate' },
    'demographics.csv': { userSourcedId: 'sourcedId' },
  },
  needed: ['orgs.csv', 'users.csv', 'roles.csv'],
  unread: named('userFlags'),
  rolesIn: 'roles.csv',
  endIsLastDay: true,
};

export interface PartColumns {
  /** By OneRoster 1.2's names. */
  known: ReadonlySet<string>;
  required: readonly string[];
}

export function columnsOf(name: PartName, dialect: Dialect = oneRoster12): PartColumns {
  const columns = (dialect.columns[name] ?? '').split(' ').filter(Boolean);
  return {
    known: new Set(columns.map((column) => column.replace('*', ''))),
    required: columns.filter((column) => column.endsWith('*')).map((column) => column.slice(0, -1)),
  };
}

/** OneRoster 1.2's name of a column, and back. */
export const sharedName = (dialect: Dialect, name: PartName, own: string): string =>
  dialect.renamed[name]?.[own] ?? own;
export const ownName = (dialect: Dialect, name: PartName, theirName: string): string =>
  Object.entries(dialect.renamed[name] ?? {}).find(([, other]) => other === theirName)?.[0] ?? theirName;
