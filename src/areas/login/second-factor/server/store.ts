import { sql } from 'kysely';

import type { Db } from '#server/db.ts';

interface Own {
  hasPassword: boolean;
  setUpAt: Date | null;
  codesLeft: number;
  /** The owner of the portal, as an authenticator shows it. */
  issuer: string;
}

export async function readOwn(db: Db, userId: number): Promise<Own> {
  const { rows } = await sql<Own>`
    select exists (select from user_credential c where c.user_id = ${userId}) as has_password,
           (select f.set_up_at from second_factor f where f.user_id = ${userId}) as set_up_at,
           (select count(*)::int from second_factor_code c where c.user_id = ${userId} and c.used_at is null) as codes_left,
           coalesce((select value #>> '{}' from site_setting where key = 'ownerName'), '') as issuer`.execute(
    db,
  );
  return rows[0] ?? { hasPassword: false, setUpAt: null, codesLeft: 0, issuer: '' };
}
