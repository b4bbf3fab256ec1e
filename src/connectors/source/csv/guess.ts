/** Which field a heading means, in the words Norwegian systems and English ones use. */
import { type CsvField, CsvMapping } from '#kernel/csv-mapping.ts';
import { keysOf } from '#kernel/keys.ts';

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
  ],
  givenName: [
    'fornavn',
    'førenamn',
    'forenavn',
    'givenname',
    'firstname',
    'fornavnmellomnavn',
    'fornavnogmellomnavn',
  ],
  familyName: ['etternavn', 'etternamn', 'familyname', 'lastname', 'surname', 'slektsnavn'],
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
  ],
  birthDate: ['fødselsdato', 'fodselsdato', 'født', 'fødtdato', 'birthdate', 'dateofbirth', 'dob', 'fdato'],
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
  ],
  class: ['klasse', 'basisgruppe', 'class', 'classname', 'klassenavn', 'homeroom', 'klassekode'],
  grade: ['trinn', 'årstrinn', 'klassetrinn', 'grade', 'gradelevel', 'nivå'],
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

const plain = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/\([^)]*\)/g, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** A mapping to begin with; what it lacks is for a person to say. */
export function guessMapping(headings: readonly string[]): CsvMapping {
  const fields: Partial<Record<CsvField, string>> = {};
  for (const heading of headings) {
    const field = keysOf(words).find((name) => words[name].includes(plain(heading)));
    if (field !== undefined) fields[field] ??= heading;
  }
  // «Navn» beside a first and a last name is the two together.
  if (fields.givenName !== undefined && fields.familyName !== undefined) delete fields.fullName;
  const isPupils = fields.class !== undefined || fields.grade !== undefined;
  return CsvMapping.parse({ fields, role: isPupils ? 'pupil' : 'employee' });
}
