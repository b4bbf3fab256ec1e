/** Printed codes: with one the owner of a portal account sets a new password without the old one, once. */
import { randomInt } from 'node:crypto';

import { sql } from 'kysely';

import type { Db } from '#server/db.ts';

import { digest, sameBytes } from './secrets.ts';

/** Without letters and digits that are mistaken for each other on paper. */
const SIGNS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const GROUPS = 5;
const GROUP_LENGTH = 5;

/** `K7WQM-…`: groups of five signs. */
export function writtenCode(groups: number, next: () => number = () => randomInt(SIGNS.length)): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => SIGNS[next() % SIGNS.length]).join('');
  return Array.from({ length: groups }, group).join('-');
}

/** As it was printed, however it was typed. */
export const readCode = (typed: string): string => typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

/** Makes a new code in place of the one there was. Inside an operation; the answer is the only time it is seen. */
export async function makeRecoveryCode(tx: Db, userId: number, now: Date): Promise<string> {
  const code = writtenCode(GROUPS);
  await sql`
    insert into recovery_code (user_id, hash, made_at) values (${userId}, ${digest(readCode(code))}, ${now})
    on conflict (user_id) do update set hash = excluded.hash, made_at = excluded.made_at`.execute(tx);
  return code;
}

export async function recoveryCodeIs(db: Db, userId: number | undefined, typed: string): Promise<boolean> {
  const { rows } = await sql<{ hash: Buffer }>`
    select hash from recovery_code where user_id = ${userId ?? null}`.execute(db);
  return rows[0] !== undefined && sameBytes(rows[0].hash, digest(readCode(typed)));
}
