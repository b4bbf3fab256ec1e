import { sql } from 'kysely';
import { Attribute, Change, type Client } from 'ldapts';

import { guidDn } from '#connectors/directory/ad/values.ts';

import { compared, inTurns } from '../turns.ts';
import { idsUnder, signIn, spread } from './bare.ts';
import { type Ground, inOperation, print, ROUNDS, timedTurn } from './ground.ts';

/** As many as the portal sends at a time. */
const PORTION = 500;
const UNIVERSAL_GROUP = '-2147483640';

/**
 * Each group gets every account the portal has made, by either side: a member costs the directory what its account
 * weighs, for both ends of the link are written. The bare client does the same as the portal with as many connections:
 * one modification with up to 500 members, and knows beforehand who they are. One with a member to each modification
 * is told for comparison.
 */
export async function measureMembers(ground: Ground, groups: number): Promise<void> {
  const { samba, base, bare, db, worker } = ground;
  const [reader = await signIn(samba)] = bare;
  const members = await idsUnder(reader, base);
  const rates = await inTurns(ROUNDS, {
    control: async (round) => {
      const made = await makeGroups(ground, `kg${round}-`, groups);
      const begun = performance.now();
      await spread(bare, groups, async (client, index) => {
        for (let start = 0; start < members.length; start += PORTION) {
          await add(client, made[index] ?? '', members.slice(start, start + PORTION));
        }
      });
      return { count: groups * members.length, ms: performance.now() - begun };
    },
    portal: async (round) => {
      await inOperation(db, async (tx) => {
        await sql`insert into groups (name, display_name, type, school_id, created_at)
          select 'BEN ' || ${`g${round}-`} || i, 'Gruppe ' || i, 'class', (select id from school), now()
            from generate_series(1, ${groups}::int) i`.execute(tx);
      });
      await worker.turn();
      await inOperation(db, async (tx) => {
        await sql`insert into membership (group_id, user_id, role, source, added_at)
          select g.id, u.id, 'student', 'manual', now() from groups g, users u
           where g.name like ${`BEN g${round}-%`} and u.user_name ~ '^e'`.execute(tx);
      });
      return timedTurn(ground, groups * members.length);
    },
  });
  print(compared('members', rates));

  const made = await makeGroups(ground, 'enkelt-', bare.length);
  const begun = performance.now();
  await spread(bare, bare.length, async (client, index) => {
    for (const member of members) await add(client, made[index] ?? '', [member]);
  });
  const single = (bare.length * members.length * 1_000) / (performance.now() - begun);
  print(`members, a bare client that adds them one by one: ${single.toFixed(0)}/s`);
}

async function makeGroups({ bare, control }: Ground, prefix: string, count: number): Promise<string[]> {
  const made: string[] = [];
  await spread(bare, count, async (client, index) => {
    const name = `${prefix}${index}`;
    const dn = `CN=${name},OU=Grupper,${control}`;
    made[index] = dn;
    await client.add(dn, {
      objectClass: ['top', 'group'],
      sAMAccountName: [name],
      displayName: [name],
      groupType: [UNIVERSAL_GROUP],
    });
  });
  return made;
}

async function add(client: Client, dn: string, members: readonly string[]): Promise<void> {
  const modification = new Attribute({ type: 'member', values: members.map(guidDn) });
  await client.modify(dn, [new Change({ operation: 'add', modification })]);
}
