/** Which field a heading means, in the words Norwegian systems and English ones use. */
import { type CsvField, CsvMapping, type csvRoles } from '#kernel/csv-mapping.ts';
import { keysOf } from '#kernel/keys.ts';

import type { IsHeadings } from '../text/table.ts';

/** Without case, spaces and signs; the first column that matches a field has it. */
const words: Record<CsvField, readonly string[]> = {
  id: [
    'id',
    'personid',
    'brukerid',
    'elevid',
    'elevnummer',
    'elevnr',
    'ansattnummer',
    'ansattnr',
    'ansattid',
    'systemid',
    'sourcedid',
    'userid',
    'studentid',
    'employeeid',
    'eksternid',
    'externalid',
    'personnrid',
    'unikid',
    'lokalid',
  ],
  nationalNumber: [
    'fødselsnummer',
    'fodselsnummer',
    'fødselsnr',
    'fnr',
    'personnummer',
    'personnr',
    'pnr',
    'nin',
    'nationalid',
    'nationalnumber',
    'ssn',
    'fødselsogpersonnummer',
    'identitetsnummer',
    'fnr11',
    'personidentifikator',
  ],
  givenName: [
    'fornavn',
    'førenamn',
    'forenavn',
    'givenname',
    'firstname',
    'fornavnmellomnavn',
    'fornavnogmellomnavn',
    'fornamn',
    'forogmellomnavn',
  ],
  familyName: ['etternavn', 'etternamn', 'familyname', 'lastname', 'surname', 'slektsnavn', 'slektsnamn'],
  fullName: [
    'navn',
    'namn',
    'fulltnavn',
    'name',
    'fullname',
    'displayname',
    'visningsnavn',
    'elev',
    'ansatt',
    'elevnavn',
    'elevensnavn',
    'elevnamn',
    'ansattnavn',
    'lærernavn',
    'etternavnfornavn',
  ],
  birthDate: [
    'fødselsdato',
    'fodselsdato',
    'født',
    'fødtdato',
    'birthdate',
    'dateofbirth',
    'dob',
    'fdato',
    'fødselsdag',
    'fødd',
    'bursdag',
    'birthday',
  ],
  gender: ['kjønn', 'kjonn', 'gender', 'sex'],
  email: ['epost', 'epostadresse', 'email', 'emailaddress', 'mail', 'skoleepost', 'jobbepost'],
  mobilePhone: [
    'mobil',
    'mobiltelefon',
    'mobilnummer',
    'mobilnr',
    'telefon',
    'tlf',
    'mobile',
    'mobilephone',
    'phone',
    'cellphone',
    'telefonnummer',
    'telefonnr',
    'mobiltlf',
    'tlfnr',
    'telefonmobil',
  ],
  username: ['brukernavn', 'brukarnamn', 'username', 'login', 'kontonavn'],
  feideId: [
    'feide',
    'feideid',
    'feidenavn',
    'feidebruker',
    'feidebrukernavn',
    'eppn',
    'edupersonprincipalname',
  ],
  role: ['rolle', 'role', 'type', 'persontype', 'brukertype', 'usertype', 'personrolle'],
  title: ['tittel', 'stilling', 'stillingstittel', 'title', 'jobtitle', 'position'],
  school: [
    'skole',
    'skule',
    'skolenavn',
    'skulenamn',
    'school',
    'schoolname',
    'enhet',
    'arbeidssted',
    'orgname',
    'skolensnavn',
    'skulensnamn',
    'skulenavn',
    'hjemmeskole',
    'heimeskule',
    'hovedskole',
    'skoletilhørighet',
    'enhetsnavn',
    'skoleenhet',
  ],
  schoolNumber: [
    'skolenummer',
    'skolenr',
    'orgnr',
    'organisasjonsnummer',
    'orgnummer',
    'skoleorgnr',
    'schoolid',
    'schoolnumber',
    'organizationnumber',
    'enhetsnummer',
    'skolensnummer',
    'skolensnr',
    'skolensorgnr',
    'skolensorganisasjonsnummer',
    'skoleorganisasjonsnummer',
    'skoleid',
    'enhetsid',
  ],
  class: [
    'klasse',
    'basisgruppe',
    'class',
    'classname',
    'klassenavn',
    'homeroom',
    'klassekode',
    'hjemmeklasse',
    'heimeklasse',
    'klassenamn',
    'klassegruppe',
    'hovedklasse',
    'homeclass',
    'homeroomclass',
    'stamklasse',
  ],
  grade: [
    'trinn',
    'årstrinn',
    'klassetrinn',
    'grade',
    'gradelevel',
    'nivå',
    'klassesteg',
    'skoletrinn',
    'årssteg',
    'steg',
  ],
  groups: [
    'gruppe',
    'grupper',
    'undervisningsgruppe',
    'undervisningsgrupper',
    'faggruppe',
    'faggrupper',
    'group',
    'groups',
  ],
  begin: ['startdato', 'fradato', 'fra', 'begindate', 'startdate', 'fom', 'gyldigfra'],
  end: ['sluttdato', 'tildato', 'til', 'enddate', 'tom', 'gyldigtil'],
};

/** Words before a heading that say whom it is about: «Elevens fornavn», «Skolens navn». Never those of guardians. */
const owners =
  /^(elevens?|elevenes|elevar?|barnets|brukerens|brukarens|personens|ansattes|denansattes|lærerens|lærarens|students?|pupils?|employees?|teachers?|users?)(?=.)/;

const plain = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/\([^)]*\)/g, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

function fieldOf(heading: string): { field: CsvField; isExact: boolean } | undefined {
  const text = plain(heading);
  const exact = keysOf(words).find((name) => words[name].includes(text));
  if (exact !== undefined) return { field: exact, isExact: true };
  const rest = text.replace(owners, '');
  const field = keysOf(words).find((name) => words[name].includes(rest));
  return field === undefined ? undefined : { field, isExact: false };
}

/** A number, a date, an e-mail address or a class: what stands in a row of people, never in a heading. */
const value = /^[+\d][\d\s./-]*$|@|^\d{1,2}\.?\s?[A-ZÆØÅ]$/i;

/**
 * Whether the first row of a table names its columns. It does not when it has values, or says the same as a row after it
 * (the school, the class), and no two of its cells are known headings.
 */
export const hasHeadings: IsHeadings = (cells, next) => {
  const texts = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const known = texts.filter((cell) => fieldOf(cell) !== undefined).length;
  if (known >= 2) return true;
  const isRepeated = cells.some(
    (cell, place) => cell.trim() !== '' && next.some((row) => row[place] === cell),
  );
  return !isRepeated && !texts.some((cell) => value.test(cell));
};

const secrets = /pass(ord|word|phrase|kode)|^pwd$|pinkode|^pin$|kodeord|løyndeord|hemmelig/;

/** Whether a column holds passwords: they are shown to nobody. */
export const isSecret = (heading: string): boolean => secrets.test(plain(heading));

/** A mapping to begin with; what it lacks is for a person to say, always whether the list is whole. */
export function guessMapping(headings: readonly string[], fileName = ''): CsvMapping {
  const fields: Partial<Record<CsvField, string>> = {};
  for (const wantsExact of [true, false]) {
    for (const heading of headings) {
      const found = fieldOf(heading);
      if (found?.isExact === wantsExact) fields[found.field] ??= heading;
    }
  }
  // «Navn» beside a first and a last name is the two together.
  if (fields.givenName !== undefined && fields.familyName !== undefined) delete fields.fullName;
  return CsvMapping.parse({ fields, role: guessRole(headings, fileName) });
}

const pupils = /elev|pupil|student|learner/;
const staff = /ansatt|tilsett|stilling|lærer|lærar|employee|teacher|staff|jobb|arbeid|vikar/;

/**
 * Who the people are, where the headings or the name of the file say it and nothing says otherwise. «Ansatte» is not
 * enough: some of them teach, and others do not.
 */
function guessRole(headings: readonly string[], fileName: string): (typeof csvRoles)[number] | undefined {
  const texts = [...headings, fileName].map(plain);
  // A pupil's list often names the contact teacher in a column.
  const saysStaff = texts.some(
    (text) => staff.test(text) && !/kontaktlærer|kontaktlærar|contactteacher/.test(text),
  );
  const saysPupils = texts.some((text) => pupils.test(text));
  if (saysStaff === saysPupils) return undefined;
  if (saysPupils) return 'pupil';
  return texts.some((text) => /^(lærer|lærar|teacher)/.test(text)) ? 'teacher' : undefined;
}
