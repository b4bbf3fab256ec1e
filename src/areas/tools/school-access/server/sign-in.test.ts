import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';

import { openSignInHouse, type SignInHouse } from '#server/session/testing.ts';

let house: SignInHouse;

beforeAll(async () => {
  house = await openSignInHouse();
  await house.seed(async (seed) => {
    await seed.school('FJB', 'Fjordby skole');
    await seed.school('LUN', 'Lunde skole');
  });
});

interface Me {
  permissions: string[];
}

it.each([
  ['the place', sql`blocked = true`, sql`blocked = false`],
  ['the employee role', sql`role = 'studentBlockedEmployee'`, sql`role = 'employee'`],
])(
  'roles at a school rest while a block holds %s, in sessions that are open too',
  async (what, block, lift) => {
    const name = `ikt.${what.length}`;
    const id = await house.person(name, ['schoolIct@FJB', 'teacher@LUN']);
    await house.seed(({ tx }) =>
      sql`insert into school_user (school_id, user_id, role, is_primary, added_at)
      select s.id, ${id}, 'employee', s.code = 'FJB', now() from school s`.execute(tx),
    );
    const browser = house.browser(`10.9.0.${what.length}`);
    const { body: tokens } = await browser.signIn(name);
    const permissions = async () =>
      (await browser.get<Me>('/user/info', tokens.access_token)).body.permissions;
    expect(await permissions()).toContain('users.update');

    const set = (change: typeof block) =>
      house.seed(({ tx }) =>
        sql`update school_user p set ${change} from school s
         where s.id = p.school_id and s.code = 'FJB' and p.user_id = ${id}`.execute(tx),
      );
    await set(block);
    await expect.poll(permissions).toEqual([]);
    const { body: mine } = await browser.get<{ Items: { code: string }[] }>(
      '/school/mine',
      tokens.access_token,
    );
    expect(mine.Items.map(({ code }) => code)).toEqual(['LUN']);
    await set(lift);
    await expect.poll(permissions).toContain('users.update');
  },
);
