/** Deterministic people for the list's own test page, answered over real HTTP. */
import type { Detail, Person } from '../../src/web/list/testing/people.ts';

const first = ['Aksel', 'Nora', 'Ødegård', 'Áilu', 'Ingrid', 'Emil', 'Mohammed', 'Sofie', 'Jakob', 'Åse'];
const last = ['Abrahamsen', 'Hansen', 'Østby', 'Ånestad', 'Sørli', 'Berg', 'Nguyen', 'Dahl', 'Eira', 'Vik'];
const schools = ['Bjørkelia skole', 'Granåsen skole', 'Nordstrand videregående skole', 'Elvebakken skole'];
const statuses = ['active', 'active', 'active', 'locked', 'expired'] as const;

function pick<T>(from: readonly T[], place: number): T {
  const found = from[place % from.length];
  if (found === undefined) throw new Error('Nothing to pick from');
  return found;
}

function person(number: number): Person {
  const isStaff = number % 9 === 0;
  return {
    userName: `bruker${String(number).padStart(6, '0')}`,
    name: `${pick(first, number)} ${pick(last, Math.floor(number / 10))}`,
    role: isStaff ? 'employee' : 'student',
    school: pick(schools, number * 7),
    className: isStaff ? 'Administrasjon' : `${(number % 10) + 1}${pick(['A', 'B', 'C'], number)}`,
    status: pick(statuses, number * 3),
    expires: `2027-0${(number % 9) + 1}-15`,
    lastLogin: new Date(Date.UTC(2026, 10, (number % 20) + 1, number % 24, number % 60)).toISOString(),
    tablets: number % 3,
    shielded: number % 97 === 0,
    tags: number % 5 === 0 ? ['Kor', 'Elevråd'] : [],
    ...(number % 11 === 3 ? { invalidColumns: ['expires'] } : {}),
    ...(number === 0 ? { pinnedTime: '2026-11-20T13:45:00.000Z' } : {}),
  };
}

const everybody = Array.from({ length: 100_000 }, (_, number) => person(number));

interface Question {
  search: string;
  page: number;
  pageSize: number;
  sortBy?: keyof Person;
  sortDir?: 'asc' | 'desc';
  type?: string;
  status?: string[];
  school?: string[];
}

export function answer(question: Question): { Items: Person[]; TotalItems: number } {
  const { search, page, pageSize, sortBy, sortDir = 'asc', type, status, school } = question;
  const words = search.toLowerCase();
  const found = everybody.filter(
    (one) =>
      (words === '' || `${one.name} ${one.userName}`.toLowerCase().includes(words)) &&
      (type !== 'students' || one.role === 'student') &&
      (type !== 'employees' || one.role === 'employee') &&
      (type !== 'expired' || one.status === 'expired') &&
      (!status?.length || status.includes(one.status)) &&
      (!school?.length || school.includes(one.school)),
  );
  if (sortBy) {
    const turn = sortDir === 'asc' ? 1 : -1;
    found.sort((one, other) => turn * (String(one[sortBy]) < String(other[sortBy]) ? -1 : 1));
  }
  return { Items: found.slice((page - 1) * pageSize, page * pageSize), TotalItems: found.length };
}

export const answerSchools = (search: string) => ({
  Items: schools.filter((name) => name.toLowerCase().includes(search.toLowerCase())),
});

const details = new Map<string, Detail>();

export function detailOf(userName: string): Detail | undefined {
  const one = everybody[Number(userName.slice('bruker'.length))];
  if (!one) return undefined;
  const known = details.get(userName) ?? {
    userName,
    name: one.name,
    title: 'Lærer',
    email: `${userName}@skole.example`,
    mobilePhone: null,
    description: null,
    expires: one.expires,
    version: 1,
  };
  details.set(userName, known);
  return known;
}

/** Saves; refuses an e-mail address that is taken, and a row that somebody else has changed. */
export function change({ userName, version, ...changes }: Detail): { status: number; body: unknown } {
  const before = detailOf(userName);
  if (!before) return { status: 404, body: { status: 404, code: 'user.not-found', traceId: 't1' } };
  if (before.version !== version)
    return { status: 409, body: { status: 409, code: 'row.stale', traceId: 't2' } };
  if (changes.email === 'opptatt@skole.example') {
    const fields = [{ path: 'email', key: 'taken', params: {} }];
    return { status: 409, body: { status: 409, code: 'user.email-taken', fields, traceId: 't3' } };
  }
  const after = { ...before, ...changes, version: version + 1 };
  details.set(userName, after);
  return { status: 200, body: after };
}
