/**
 * What a school data source yields, whatever its format: people, groups and memberships in the portal's own
 * words, one record at a time, so that a file of any size passes through in constant memory. A source never
 * decides what a record leads to; that is the import's job.
 */

/** Identity is the pair: two systems may give the same id to different people. */
export interface SourceId {
  source: string;
  id: string;
}

/** A record's own identity, and the other ids the source says belong to it. */
export interface SourceIds {
  self: SourceId;
  /** Ids the same person or group was known by before: a rename, never a new person. */
  former: readonly SourceId[];
  /** Ids the source calls a double registration: noted for a human, never merged by a machine. */
  duplicates: readonly SourceId[];
}

export interface SourceHeader {
  kind: 'header';
  line: number;
  datasource: string;
  /**
   * Only a full extract says anything by leaving somebody out. `changes`: whole records, and those marked as ended;
   * what is not in it stands. `delta` and `event` are other formats' partial extracts, which cannot be taken.
   */
  extract: 'full' | 'changes' | 'delta' | 'event';
  createdAt: string;
  /** Each person's row names all their schools: of changes, a school it leaves out is over. */
  namesAllSchools?: boolean;
}

/** `duf` is the immigration authorities' 12-digit number; `provisional` is one a school made up itself, by the rule in docs/import.md. */
export type NationalNumberKind = 'fnr' | 'dnr' | 'hnr' | 'tnr' | 'duf' | 'provisional';
export type NationalNumberFault = 'check-digits' | 'date';

export interface SourceNationalNumber {
  /** In clear: encrypt before it is written anywhere. */
  value: string;
  kind: NationalNumberKind;
  /** A wrong number is flagged and kept: the school must still see its pupil. */
  fault?: NationalNumberFault;
}

export interface SourceContact {
  relation: 'guardian' | 'next-of-kin';
  person: SourceId;
}

/** The columns a flag may point at, named as the user list names them. */
export type SourceColumn = 'nationalNumber' | 'birthDate' | 'email' | 'mobilePhone';

export interface SourcePerson {
  kind: 'person';
  line: number;
  ids: SourceIds;
  /** Empty for people with one name only: that is the family name. */
  givenName: string;
  familyName: string;
  displayName: string;
  gender?: 'female' | 'male';
  /** ISO date. Never derived from the national number (domain rule, valid from 2032 at the latest). */
  birthDate?: string;
  nationalNumber?: SourceNationalNumber;
  /** The user name the source proposes; the portal's own scheme decides. */
  username?: string;
  feideId?: string;
  studentNumber?: string;
  employeeNumber?: string;
  email?: string;
  mobilePhone?: string;
  active: boolean;
  /** `heltid`, `deltid`, `privatist` …: the source's own word. */
  pupilStatus?: string;
  contacts: readonly SourceContact[];
  invalidColumns: readonly SourceColumn[];
}

export type SourceOrganisationKind = 'owner' | 'school';

/** The 16 group types of PIFU-IMS under neutral names (glossary §1). */
export type SourceGroupType =
  | 'basis'
  | 'instruction'
  | 'tutor'
  | 'grade'
  | 'programme'
  | 'programme-area'
  | 'subject'
  | 'guardians'
  | 'language'
  | 'composite'
  | 'pupil-council'
  | 'parents-council'
  | 'school-board'
  | 'environment-board'
  | 'after-school'
  | 'examination';

export interface SourceGroup {
  kind: 'group';
  line: number;
  ids: SourceIds;
  type: SourceOrganisationKind | SourceGroupType;
  shortName: string;
  /** What a school is called for short, if anything. */
  abbreviation?: string;
  longName?: string;
  description?: string;
  parent?: SourceId;
  begin?: string;
  end?: string;
  /** `2026/2027`, `H2026`, `V2027`. */
  period?: string;
  email?: string;
  organisationNumber?: string;
  vigoNumber?: string;
  municipalityNumber?: string;
  grepCode?: string;
  /** Among changes: the source has this group no longer. */
  ended?: true;
}

export type SourceRole =
  | 'pupil'
  | 'teacher'
  | 'other'
  | 'leader'
  | 'contact-teacher'
  | 'administrator'
  | 'assistant';

export interface SourceMembership {
  kind: 'membership';
  line: number;
  group: SourceId;
  person: SourceId;
  role: SourceRole;
  /** `rektor`, `iktansvarlig`, `faglærer` …: the source's own word. */
  subrole?: string;
  active: boolean;
  begin?: string;
  end?: string;
  /** The person's main relation among those of its kind; on a school it names the primary school. */
  primary: boolean;
}

export type SourceRecord = SourceHeader | SourcePerson | SourceGroup | SourceMembership;

export type SourceProblemCode =
  | 'person.no-id'
  | 'person.no-name'
  | 'person.name-too-long'
  | 'person.national-number'
  | 'person.birth-date'
  | 'person.email'
  | 'person.mobile-phone'
  | 'group.no-id'
  | 'group.no-name'
  | 'group.unknown-type'
  | 'group.no-parent'
  | 'group.date'
  | 'group.organisation-number'
  | 'membership.no-group'
  | 'membership.no-person'
  | 'membership.not-a-person'
  | 'membership.no-role'
  | 'membership.unknown-role'
  | 'membership.date'
  | 'person.repeated'
  | 'person.role'
  | 'person.no-school'
  | 'person.school-unknown'
  | 'person.gender'
  | 'record.unknown'
  | 'record.too-large'
  | 'record.columns'
  | 'record.quote'
  | 'record.encoding'
  | 'record.invisible'
  | 'record.no-headings'
  | 'record.date-order'
  | 'record.unknown-column'
  | 'record.missing-value'
  | 'record.unknown-file';

/** One record, or one column of it, that could not be taken as it stood. The rest of the file goes on. */
export interface SourceProblem {
  kind: 'problem';
  /** `rejected`: the record is not used. `flagged`: it is used, without the column the code names. */
  severity: 'rejected' | 'flagged';
  code: SourceProblemCode;
  line: number;
  /** The record's own id where it has one, so that a rejected person is not taken for one who left. */
  id?: SourceId;
  /** What was found. Never a national number or a name. */
  found: string;
}

export type SourceItem = SourceRecord | SourceProblem;

/** A source hands over its items in batches: a promise per record would cost more than reading it. */
export type SourceReader = AsyncIterable<readonly SourceItem[]>;

export type SourceFailureCode =
  | 'file.empty'
  | 'file.not-xml'
  | 'file.broken'
  | 'file.truncated'
  | 'file.doctype'
  | 'file.wrong-root'
  | 'file.unknown-namespace'
  | 'file.unknown-encoding'
  | 'file.wrong-encoding'
  | 'file.no-header'
  | 'file.not-full'
  | 'file.interrupted'
  | 'file.no-people'
  | 'file.not-table'
  | 'file.no-mapping'
  | 'file.missing-column'
  | 'file.missing-part'
  | 'file.broken-zip'
  | 'file.unsafe-zip'
  | 'file.no-manifest'
  | 'file.unknown-version'
  | 'fetch.unreachable'
  | 'fetch.refused'
  | 'fetch.wrong-answer'
  | 'fetch.no-folder'
  | 'fetch.host-key';

/** The file as a whole cannot be trusted: nothing of it may be applied. */
export class SourceFailure extends Error {
  readonly code: SourceFailureCode;
  readonly line: number;
  readonly column: number;
  readonly found: string;

  constructor(code: SourceFailureCode, place: { line: number; column: number }, found: string) {
    super(`${code} at line ${place.line}, column ${place.column}: ${found}`);
    this.name = 'SourceFailure';
    this.code = code;
    this.line = place.line;
    this.column = place.column;
    this.found = found;
  }
}
