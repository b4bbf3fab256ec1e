/** Changes of personal numbers at the nightly import (specification §4). */
import { sql } from 'kysely';

import type { Db } from '#server/db.ts';
import { stillMay } from '#server/session/still-may.ts';

export { logFoundByNumber } from './log.ts';

/**
 * Everything registered is carried out, but for a number that somebody else has by now, and one that is registered for two
 * people: neither gets it, since nobody has said whose it is.
 */
export async function executeNumberChanges(
  tx: Db,
  { now, day }: { now: Date; day: string },
): Promise<{ changed: number }> {
  const refused = await sql`
    update number_change c set status = 'failed', failure = 'registrar', executed_at = ${now},
           operation_id = (journal.writing()).operation_id
     where c.status = 'registered' and not ${stillMay('c', 'national-number.change', day)}`.execute(tx);
  const inUse = await sql`
    update number_change c set status = 'failed', failure = 'number-in-use', executed_at = ${now},
           operation_id = (journal.writing()).operation_id
     where c.status = 'registered' and exists (
       select from users u where u.national_number_hash = c.new_hash and u.id <> c.user_id)`.execute(tx);
  const twice = await sql`
    update number_change c set status = 'failed', failure = 'registered-twice', executed_at = ${now},
           operation_id = (journal.writing()).operation_id
     where c.status = 'registered' and exists (
       select from number_change o
        where o.status = 'registered' and o.new_hash = c.new_hash and o.user_id <> c.user_id)`.execute(tx);
  const done = await sql`
    with done as (
      update number_change set status = 'done', executed_at = ${now}, operation_id = (journal.writing()).operation_id
       where status = 'registered'
      returning user_id, new_cipher, new_hash, new_masked, new_kind)
    update users u
       set national_number_cipher = d.new_cipher, national_number_hash = d.new_hash,
           national_number_masked = d.new_masked, national_number_kind = d.new_kind,
           invalid_columns = array_remove(u.invalid_columns, 'nationalNumber'), version = u.version + 1
      from done d where u.id = d.user_id`.execute(tx);
  const changed = [refused, inUse, twice, done].reduce(
    (sum, { numAffectedRows = 0n }) => sum + Number(numAffectedRows),
    0,
  );
  return { changed };
}
