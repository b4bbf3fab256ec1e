import type { SchoolClass } from './classes.ts';
import {
  bodiesOf,
  bodyId,
  contactGroupId,
  examGroupId,
  gradeGroupId,
  guardianGroupId,
  mixedGroupId,
  schoolPlan,
  subjectGroupId,
  teachingGroupId,
} from './group-ids.ts';
import type { Municipality, School } from './municipality.ts';
import type { SchoolKind } from './names/school-names.ts';
import { isMissing } from './people.ts';
import {
  group,
  grouptype,
  identifier,
  OWNER_ID,
  parent,
  schoolId,
  sourcedid,
  text,
  timeframe,
  type GroupType,
} from './pifu-xml.ts';
import { subjectsOf, type Subject } from './subjects.ts';

/** Every group: the school owner, the schools, and the groups of each. */
export function* writeGroups(m: Municipality): Generator<string> {
  yield ownerGroup(m);
  for (const school of m.schools) {
    if (!isMissing(m, school)) yield schoolGroup(m, school) + groupsOfSchool(m, school);
  }
}

function ownerGroup({ parameters, organisationNumber }: Municipality): string {
  const name = text(parameters.municipality);
  return `<group>${sourcedid(OWNER_ID)}${grouptype('pifu-ims-go-org', 1, 'skoleeier')}<description><short>${name}</short></description>${parent(OWNER_ID, parameters.municipality)}<extension>${identifier('organizationNumber', organisationNumber, 'enhetsregisteret', 1)}${identifier('domainName', 'fjordby.example', '.example', 1)}<pifu_name type="legalName"><pifu_value>${name}</pifu_value></pifu_name></extension></group>\n`;
}

const schoolTypes: Readonly<Record<SchoolKind, readonly string[]>> = {
  primary: ['barneskole', 'sfo'],
  lower: ['ungdomsskole'],
  combined: ['barneskole', 'ungdomsskole', 'sfo'],
  adult: [],
};

function schoolGroup({ parameters }: Municipality, school: School): string {
  const { name, code, nynorsk } = school;
  const language = `<pifu_language source="ISO 639-1">${nynorsk ? 'nn' : 'nb'}</pifu_language>`;
  const named = (type: string, value: string): string =>
    `<pifu_name type="${type}"><pifu_value>${text(value)}</pifu_value>${language}</pifu_name>`;
  const types = schoolTypes[school.kind].map((type) => `<pifu_schoolType>${type}</pifu_schoolType>`).join('');
  return `<group>${sourcedid(schoolId(school))}${grouptype('pifu-ims-go-org', 2, 'skole')}<description><short>${text(name)}</short></description>${parent(OWNER_ID, parameters.municipality)}<extension>${identifier('organizationNumber', school.organisationNumber, 'enhetsregisteret', 1)}${identifier('gsiNumber', String(900_001 + school.index), 'gsi', 1)}${named('legalName', name)}${named('name', name)}${named('shortName', code)}<pifu_email type="orgEmail">post.${900_001 + school.index}@fjordby.example</pifu_email>${types}</extension></group>\n`;
}

function groupsOfSchool(m: Municipality, school: School): string {
  const { classes, grades, stages, mixedGrades } = schoolPlan(m, school);
  const year = timeframe(m);
  const xml: string[] = [];
  for (const grade of grades) {
    xml.push(group(school, { id: gradeGroupId(school, grade), type: 'trinn', name: `${grade}. trinn` }));
  }
  for (const stage of stages) {
    for (const subject of subjectsOf[stage]) {
      const name = `${school.nynorsk ? subject.nn : subject.nb} ${stage}`;
      const id = subjectGroupId(school, subject, stage);
      xml.push(group(school, { id, type: 'fag', name, grep: subject.grep }));
    }
  }
  for (const type of bodiesOf(school)) {
    xml.push(group(school, { id: bodyId(school, type), type, name: bodyName(type, school) }));
  }
  for (const grade of mixedGrades) {
    const id = mixedGroupId(school, m, grade);
    // A leading plus sign is how schools mark such groups, and what makes a spreadsheet see a formula.
    const name = `+Forsterket matte ${grade}`;
    xml.push(group(school, { id, type: 'sammensattgruppe', name, timeframe: year }));
  }
  for (const each of classes) xml.push(groupsOfClass(m, school, each, year));
  return xml.join('');
}

function groupsOfClass(m: Municipality, school: School, each: SchoolClass, year: string): string {
  const { id, name, stage, grade } = each;
  const xml = [
    group(school, { id, type: 'basisgruppe', name, long: `Basisgruppe ${name}`, timeframe: year }),
    ...([1, 2] as const).map((which) =>
      group(school, {
        id: contactGroupId(each, which),
        type: 'kontaktlærergruppe',
        name: `${name} ${school.nynorsk ? 'kontaktlærar' : 'kontaktlærer'} ${which}`,
        timeframe: year,
      }),
    ),
  ];
  for (const subject of subjectsOf[stage]) {
    const groupName = teachingName(school, each, subject);
    xml.push(
      group(school, {
        id: teachingGroupId(each, subject),
        type: 'undervisningsgruppe',
        name: groupName,
        timeframe: subject.term ? timeframe(m, subject.term) : year,
        grep: subject.grep,
      }),
    );
  }
  if (grade > 0) {
    const guardians = school.nynorsk ? 'Føresette' : 'Foresatte';
    xml.push(
      group(school, { id: guardianGroupId(each), type: 'foresattegruppe', name: `${guardians} ${name}` }),
    );
  }
  if (grade === 10) {
    const exam = `Eksamen NOR0218 skriftlig ${name}`;
    xml.push(group(school, { id: examGroupId(each), type: 'eksamensgruppe', name: exam, grep: 'NOR0218' }));
  }
  return xml.join('');
}

/** Schools name teaching groups each in their own way, with slashes, ampersands and codes. */
function teachingName({ index, nynorsk }: School, { name }: SchoolClass, subject: Subject): string {
  const full = nynorsk ? subject.nn : subject.nb;
  switch (index % 4) {
    case 0:
      return `${subject.short} ${name}`;
    case 1:
      return `${full} for ${name}`;
    case 2:
      return `${full} ${name}/${subject.grep ?? subject.code}`;
    default:
      return `${full} ${name}`;
  }
}

/** The bodies of a school and their programmes in bokmål and nynorsk. */
const bodyNames: Readonly<Partial<Record<GroupType, readonly [nb: string, nn: string]>>> = {
  fau: ['FAU – foreldrerådets arbeidsutvalg', 'FAU – arbeidsutvalet til foreldra'],
  skoleutvalg: ['Skoleutvalg', 'Skuleutval'],
  skolemiljøutvalg: ['Skolemiljøutvalg', 'Skulemiljøutval'],
  språkopplæring: ['Særskilt norskopplæring', 'Særskild norskopplæring'],
  sfo: ['SFO', 'SFO'],
  utdanningsprogram: ['Forberedende voksenopplæring', 'Førebuande vaksenopplæring'],
  programområde: ['FVO modul 1–4', 'FVO modul 1–4'],
};

function bodyName(type: GroupType, { nynorsk, name }: School): string {
  const known = bodyNames[type];
  return known ? known[nynorsk ? 1 : 0] : `Elevrådet ved ${name}`.slice(0, 60);
}
