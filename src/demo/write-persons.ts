import { fraction, mix, topics } from './chance.ts';
import { classesOf } from './classes.ts';
import { deviationOf, pupilBirth, pupilIds, pupilNumber } from './deviations.ts';
import { bringsHousehold, guardiansOf, type Guardian } from './households.ts';
import { birthOf, nationalNumber, two, type Birth } from './identity-numbers.ts';
import type { Municipality, School } from './municipality.ts';
import { firstLanguages } from './names/surnames.ts';
import { employeeName, guardianName, pupilName, type Name } from './naming.ts';
import {
  ADULTS,
  adultBirth,
  employeeChange,
  employeeId,
  isMissing,
  pupilChange,
  pupilsAt,
  type Pupil,
} from './people.ts';
import { HR_SOURCE, sourcedid, text } from './pifu-xml.ts';
import { centralStaff, positions, staffOf } from './staff.ts';

/** Every person, school by school: staff, then pupils with the guardians their household brings. */
export function* writePersons(m: Municipality): Generator<string> {
  for (const employee of centralStaff(m)) yield employeePerson(m, employee, positions.office);
  for (const school of m.schools) {
    if (isMissing(m, school)) continue;
    yield staffOf(m, school)
      .filter(({ primary }) => primary)
      .map(({ employee, position }) => employeePerson(m, employee, position))
      .join('');
    yield* writePupils(m, school);
  }
}

function* writePupils(m: Municipality, school: School): Generator<string> {
  for (const { cohort, from, to } of classesOf(m, school)) {
    let xml = '';
    for (const pupil of pupilsAt(m, cohort, from, to)) {
      xml += pupilPerson(m, school, pupil);
      if (!bringsHousehold(m, pupil)) continue;
      for (const guardian of guardiansOf(m, pupil)) {
        if (guardian.employee === undefined) xml += guardianPerson(m, guardian);
      }
    }
    yield xml;
  }
}

function pupilPerson(m: Municipality, school: School, pupil: Pupil): string {
  const { seed } = m.parameters;
  const { cohort, rank } = pupil;
  const birth = pupilBirth(m, pupil);
  const name = pupilName(m, pupil, birth.woman, pupilChange(m, pupil));
  const number = pupilNumber(m, pupil, birth);
  const ids = pupilIds(m, pupil).map(({ id, kind, source }) => sourcedid(id, source, kind));
  const shielded = deviationOf(m, pupil) === 'shielded';
  const contact = mix(seed, topics.contact, cohort, rank);
  const isOldEnough = cohort === ADULTS || m.schoolYear - cohort >= 10;

  // The format has no field for protected identity; a source tells it in words and leaves out the rest.
  let xml = shielded
    ? '<person><comments lang="no">Adressesperre: fortrolig adresse (kode 7)</comments>'
    : '<person>';
  xml += ids.join('');
  if (number) xml += `<userid useridtype="${number.type}">${number.value}</userid>`;
  xml += `<userid useridtype="studentID">${1_000_000 + (contact % 9_000_000)}</userid>`;
  xml += nameText(name) + demographics(birth);
  let extension = '';
  if (!shielded && isOldEnough && contact % 10 < 6) {
    const mobile = phone(contact);
    xml += `<tel teltype="3">${mobile}</tel>`;
    extension = `<pifu_tel type="personMobilePrivate">${mobile}</pifu_tel>`;
  }
  if (!shielded && contact % 20 === 19) xml += address(contact);
  extension += '<pifu_status type="activeInactive">aktiv</pifu_status>';
  const partTime = fraction(seed, topics.staff, cohort, rank) < 0.01;
  extension += `<pifu_status type="pupilStatus">${cohort === ADULTS ? 'voksen' : partTime ? 'deltid' : 'heltid'}</pifu_status>`;
  const form = school.nynorsk ? 'nn' : 'nb';
  extension += `<pifu_preferredLanguage source="ISO 639-1">${form}</pifu_preferredLanguage>`;
  const language = firstLanguages[name.origin];
  if (language !== undefined) {
    extension += `<pifu_nativeTongue source="ISO 639-1">${language}</pifu_nativeTongue>`;
  }
  for (const { id } of guardiansOf(m, pupil)) {
    extension += `<pifu_hasContactPerson type="guardian">${sourcedid(id)}</pifu_hasContactPerson>`;
  }
  return `${xml}<extension>${extension}</extension></person>\n`;
}

function employeePerson(m: Municipality, employee: number, position: number): string {
  const { seed } = m.parameters;
  const { year, ordinal } = adultBirth(employee);
  const birth = birthOf(seed, year, ordinal);
  const name = employeeName(m, employee, birth.woman, employeeChange(m, employee, position));
  const h = mix(seed, topics.contact, -7, employee);
  const email = `${mailbox(name)}.${employee}@fjordby.example`;
  const mobile = phone(h);

  let xml = `<person>${sourcedid(employeeId(employee))}`;
  if (h % 10 === 0) xml += sourcedid(String(70_000 + employee), HR_SOURCE);
  xml += `<userid useridtype="personNIN">${nationalNumber(birth)}</userid>`;
  xml += `<userid useridtype="workforceID">${200_000 + employee}</userid>`;
  // Some sources send passwords. They must never be kept; this one is the hash of the word "password".
  if (h % 97 === 5) {
    xml += `<userid useridtype="username" password="5f4dcc3b5aa765d61d8327deb882cf99" pwencryptiontype="MD5">lokal${employee}</userid>`;
  }
  xml += `${nameText(name)}${demographics(birth)}<email>${email}</email><tel teltype="3">${mobile}</tel>`;
  xml += `<extension><pifu_email type="personEmailAtOrg">${email}</pifu_email>`;
  xml += `<pifu_tel type="personMobileAtOrg">${mobile}</pifu_tel>`;
  return `${xml}<pifu_status type="activeInactive">aktiv</pifu_status></extension></person>\n`;
}

function guardianPerson(m: Municipality, { id, household, which }: Guardian): string {
  const h = mix(m.parameters.seed, topics.contact, household.cohort * 2 + which, household.rank);
  // As a rule a woman and a man, the woman first in seven of ten households; some are two women.
  const womanFirst = mix(m.parameters.seed, topics.gender, household.cohort, household.rank) % 10 < 7;
  const woman = h % 30 === 0 || (which === 1) === womanFirst;
  const name = guardianName(m, household, which, woman);
  const hasMail = h % 10 < 8;
  const mobile = phone(h);
  let xml = `<person>${sourcedid(id)}${nameText(name)}<demographics><gender>${woman ? 1 : 2}</gender></demographics>`;
  if (hasMail) xml += `<email>${mailbox(name)}.${household.cohort}${household.rank}@epost.example</email>`;
  xml += `<tel teltype="3">${mobile}</tel>`;
  return `${xml}<extension><pifu_tel type="personMobilePrivate">${mobile}</pifu_tel></extension></person>\n`;
}

function nameText({ given, family }: Name): string {
  const full = `${given} ${family}`.trim();
  return `<name><fn>${text(full)}</fn><n><family>${text(family)}</family><given>${text(given)}</given></n></name>`;
}

function demographics({ woman, year, month, day }: Birth): string {
  return `<demographics><gender>${woman ? 1 : 2}</gender><bday>${year}-${two(month)}-${two(day)}</bday></demographics>`;
}

/** Norwegian subscriber numbers never begin with 00, so nobody can be called by mistake. */
function phone(hash: number): string {
  return `+4700${String(hash % 1_000_000).padStart(6, '0')}`;
}

const streets = [
  'Fjordgata',
  'Kirkeveien',
  'Skolebakken',
  'Naustveien',
  'Øvre Torvgate',
  'Lærerbråtan',
  'Strandvegen',
];

function address(hash: number): string {
  const street = streets[hash % streets.length] ?? 'Fjordgata';
  return `<adr><street>${street} ${(hash >>> 4) % 90}</street><locality>Fjordby</locality><pcode>0000</pcode><country>NO</country></adr>`;
}

const plainLetters: Readonly<Record<string, string>> = {
  æ: 'ae',
  ø: 'o',
  å: 'a',
  đ: 'd',
  ł: 'l',
  ß: 'ss',
  þ: 'th',
  ð: 'd',
  ı: 'i',
};

/** The part of an address before the at sign, with the letters every mail system takes. */
function mailbox({ given, family }: Name): string {
  const words = `${given} ${family}`.trim().toLowerCase();
  if (/^[a-z ]+$/.test(words)) return words.replaceAll(' ', '.');
  return words
    .replaceAll(/[æøåđłßþðı]/g, (letter) => plainLetters[letter] ?? '')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z]+/g, '.')
    .replaceAll(/^\.+|\.+$/g, '');
}
