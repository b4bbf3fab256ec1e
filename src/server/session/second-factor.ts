/**
 * The second factor of portal accounts: a code from the owner's authenticator, or one of the codes on paper. Who has set
 * it up is asked after the password. Each code is taken once; guesses count as those of passwords do (`throttle.ts`).
 */
import { sql } from 'kysely';

import type { Db } from '#server/db.ts';
import type { Vault } from '#server/vault.ts';

import { readCode, writtenCode } from './recovery.ts';
import { digest } from './secrets.ts';
import { matchingStep, typedTotp } from './totp.ts';

const CODES = 10;
const CODE_GROUPS = 3;

export async function hasSecondFactor(db: Db, userId: number): Promise<boolean> {
  const { rows } = await sql`select from second_factor where user_id = ${userId}`.execute(db);
  return rows.length > 0;
}

export type FactorAnswer = 'right' | 'wrong' | 'not-asked' | 'missing';

/** Uses up what was typed. `at`: real time. */
export async function checkSecondFactor(
  { db, vault, at }: { db: Db; vault: Vault; at: Date },
  userId: number,
  typed: string | undefined,
): Promise<FactorAnswer> {
  const { rows } = await sql<{ cipher: Buffer }>`
    select cipher from second_factor where user_id = ${userId}`.execute(db);
  const [row] = rows;
  if (!row) return 'not-asked';
  if (typed === undefined || typed.trim() === '') return 'missing';
  const code = typedTotp(typed);
  const isRight =
    code === undefined
      ? await useWritten(db, userId, typed, at)
      : await useStep(db, userId, matchingStep(openSecret(vault, userId, row.cipher), code, at));
  return isRight ? 'right' : 'wrong';
}

/** One statement: of two who send the same code at once, one gets in. */
async function useStep(db: Db, userId: number, step: number | undefined): Promise<boolean> {
  if (step === undefined) return false;
  const { rows } = await sql`
    insert into second_factor_step as s (user_id, last_step) values (${userId}, ${step})
    on conflict (user_id) do update set last_step = excluded.last_step where s.last_step < excluded.last_step
    returning user_id`.execute(db);
  return rows.length > 0;
}

async function useWritten(db: Db, userId: number, typed: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update second_factor_code set used_at = ${at}
     where user_id = ${userId} and hash = ${digest(readCode(typed))} and used_at is null
    returning user_id`.execute(db);
  return rows.length > 0;
}

/** Answers the codes on paper, which are seen this once. Inside an operation; `firstStep`: of the code that proved it. */
export async function setUpSecondFactor(
  { tx, vault, now }: { tx: Db; vault: Vault; now: Date },
  userId: number,
  secret: Buffer,
  firstStep: number,
): Promise<string[]> {
  await removeSecondFactor(tx, userId);
  await sql`
    insert into second_factor (user_id, cipher, set_up_at)
    values (${userId}, ${vault.encrypt(JSON.stringify([userId, secret.toString('base64')]))}, ${now})`.execute(
    tx,
  );
  await useStep(tx, userId, firstStep);
  return makeWrittenCodes(tx, userId);
}

/** In place of those there were. Inside an operation. */
export async function makeWrittenCodes(tx: Db, userId: number): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => writtenCode(CODE_GROUPS));
  const hashes = codes.map((code) => digest(readCode(code)));
  await sql`delete from second_factor_code where user_id = ${userId}`.execute(tx);
  await sql`
    insert into second_factor_code (user_id, hash)
    select ${userId}, hash from unnest(${hashes}::bytea[]) as hash`.execute(tx);
  return codes;
}

/** Inside an operation. Answers whether there was one. */
export async function removeSecondFactor(tx: Db, userId: number): Promise<boolean> {
  const { rows } = await sql`delete from second_factor where user_id = ${userId} returning user_id`.execute(
    tx,
  );
  return rows.length > 0;
}

/** The user stands in the cipher: whoever can write to the table cannot give one account another's secret. */
function openSecret(vault: Vault, userId: number, cipher: Buffer): Buffer {
  const [owner, secret]: unknown[] = JSON.parse(vault.decrypt(cipher));
  if (owner !== userId || typeof secret !== 'string') throw new Error('A second factor is another account’s');
  return Buffer.from(secret, 'base64');
}
