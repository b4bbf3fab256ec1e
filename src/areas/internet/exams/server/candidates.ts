/** Candidates: accounts without names, each with a password that can be shown until the day after the exam. */
import { randomInt } from 'node:crypto';

import { sql } from 'kysely';

import { firstTimePassword } from '#areas/users/passwords/server/service.ts';
import { osloDay } from '#kernel/dates.ts';
import { limits } from '#kernel/limits.ts';
import type { Db } from '#server/db.ts';
import { inOperation } from '#server/journal/operation.ts';
import type { Vault } from '#server/vault.ts';

import type { CandidatePassword } from '../contract.ts';

interface Means {
  vault: Vault;
  now: Date;
}

/** A directory's account names have 20 characters at most. */
const LONGEST_PREFIX = 10;
const PLACES = 6;

/** `fjb-eks-482915`: nothing of who sits there, or in which order. */
function wishedNames(prefix: string, count: number): string[] {
  const names = new Set<string>();
  while (names.size < count) {
    names.add(`${prefix}-eks-${String(randomInt(10 ** PLACES)).padStart(PLACES, '0')}`);
  }
  return [...names];
}

/** Names nobody has or has had; they are taken for good. */
async function takeNames(db: Db, prefix: string, count: number, now: Date): Promise<string[]> {
  const taken: string[] = [];
  while (taken.length < count) {
    const wished = wishedNames(prefix, count - taken.length);
    const { rows } = await sql<{ userName: string }>`
      insert into user_name_taken (user_name, taken_at)
      select n, ${now} from unnest(${wished}::text[]) n
       where not exists (select from users u where lower(u.user_name) = n)
      on conflict do nothing returning user_name`.execute(db);
    taken.push(...rows.map(({ userName }) => userName));
  }
  return taken;
}

/** Makes candidates up to `count`, with passwords. Those that are there stay as they are. */
export async function fillUp(
  db: Db,
  examId: number,
  { count, late }: { count: number; late: boolean },
  { vault, now }: Means,
): Promise<void> {
  const { rows } = await sql<{ highest: number; there: number; prefix: string }>`
    select coalesce(max(c.number), 0)::int as highest, count(c.id)::int as there,
           lower(regexp_replace(s.abbreviation, '[^A-Za-z0-9]', '', 'g')) as prefix
      from exam_group e join school s on s.id = e.school_id
      left join exam_candidate c on c.exam_group_id = e.id
     where e.id = ${examId} group by s.abbreviation`.execute(db);
  const [known] = rows;
  const missing = count - (known?.there ?? 0);
  if (!known || missing <= 0) return;
  const prefix = (known.prefix || 'skole').slice(0, LONGEST_PREFIX - 1);
  const names = await takeNames(db, prefix, missing, now);
  const ciphers = names.map(() => vault.encrypt(firstTimePassword(limits.passwordMinimum)));
  const numbers = names.map((_, index) => known.highest + index + 1);
  await sql`
    insert into exam_candidate (exam_group_id, number, user_name, password_cipher, password_set_at, late, created_at)
    select ${examId}::int, n, u, p, ${now}, ${late}, ${now}
      from unnest(${numbers}::int[], ${names}::text[], ${ciphers}::bytea[]) as c (n, u, p)`.execute(db);
}

interface Stored {
  candidateNo: number;
  userName: string;
  cipher: Buffer;
}

export async function readPasswords(db: Db, examId: number, vault: Vault): Promise<CandidatePassword[]> {
  const { rows } = await sql<Stored>`
    select number as "candidateNo", user_name as "userName", password_cipher as cipher
      from exam_candidate where exam_group_id = ${examId} and password_cipher is not null
     order by number`.execute(db);
  return rows.map(({ cipher, candidateNo, userName }) => ({
    candidateNo,
    userName,
    password: vault.decrypt(cipher),
  }));
}

export async function namesWithoutPassword(db: Db, examId: number): Promise<string[]> {
  const { rows } = await sql<{ userName: string }>`
    select user_name from exam_candidate where exam_group_id = ${examId} and password_cipher is null
     order by number`.execute(db);
  return rows.map(({ userName }) => userName);
}

/** New passwords for some candidates, or all; undefined when one of the names is not there. */
export async function renewPasswords(
  db: Db,
  examId: number,
  userNames: readonly string[] | undefined,
  { vault, now }: Means,
): Promise<CandidatePassword[] | undefined> {
  const wanted = userNames?.map((name) => name.toLowerCase());
  const among = wanted === undefined ? sql`true` : sql`user_name = any(${wanted})`;
  const { rows } = await sql<Omit<Stored, 'cipher'>>`
    select number as "candidateNo", user_name as "userName" from exam_candidate
     where exam_group_id = ${examId} and ${among} order by number for update`.execute(db);
  if (wanted !== undefined && rows.length < new Set(wanted).size) return undefined;
  const made = rows.map(({ candidateNo, userName }) => ({
    candidateNo,
    userName,
    password: firstTimePassword(limits.passwordMinimum),
  }));
  const ciphers = made.map(({ password }) => vault.encrypt(password));
  await sql`
    update exam_candidate c set password_cipher = n.cipher, password_set_at = ${now}
      from unnest(${made.map(({ userName }) => userName)}::text[], ${ciphers}::bytea[]) as n (user_name, cipher)
     where c.user_name = n.user_name`.execute(db);
  return made;
}

/** Takes away the passwords of exams that were over the day before yesterday, in an operation of the portal's own. */
export async function removeOldPasswords(db: Db, now: Date): Promise<{ changed: number }> {
  const due = sql`c.password_cipher is not null and exists (
    select from exam_group e where e.id = c.exam_group_id and e.exam_on < ${osloDay(now)}::date - 1)`;
  const { rows } = await sql`select from exam_candidate c where ${due} limit 1`.execute(db);
  if (rows.length === 0) return { changed: 0 };
  const wish = { event: 'exam-group.passwords-removed', route: 'exam-passwords', now };
  return inOperation(db, wish, async (tx) => {
    const { numAffectedRows = 0n } = await sql`
      update exam_candidate c set password_cipher = null where ${due}`.execute(tx);
    return { changed: Number(numAffectedRows) };
  });
}
