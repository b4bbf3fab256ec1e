/**
 * Opening a person with their groups, and saving one field of them, over real HTTP: sign-in, token, permission, scope and
 * journal included. The control sends the statements of the same two reads, and a plain journalled update, over one
 * connection of the same server in the same run. `node bench/person.ts [people] [schools]`.
 */
import { listGroupsOfUser } from '#areas/users/memberships/server/list.ts';
import { findUser } from '#areas/users/server/store.ts';
import { osloDay } from '#kernel/dates.ts';
import { prove } from '#kernel/scope.ts';
import { connect } from '#server/db.ts';

import { load, ms, print, share } from './figures.ts';
import { withOwner } from './owner.ts';
import { openPortal, visitorAt } from './portal.ts';

const people = Number(process.argv[2] ?? 10_000);
const schools = Number(process.argv[3] ?? Math.ceil(people / 330));
const PORT = 3_978;
const ROUNDS = 400;
const WARM = 100;
const GOAL_MS = 5;

await withOwner({ people, schools }, (url) => measure(url));

/** Milliseconds of each call, the two by turns, so that what else the machine does concerns both. */
async function byTurns(portal: (turn: number) => Promise<void>, control: (turn: number) => Promise<void>) {
  const times = { portal: [] as number[], control: [] as number[] };
  for (let turn = 0; turn < ROUNDS + WARM; turn += 1) {
    for (const [name, call] of [
      ['portal', portal],
      ['control', control],
    ] as const) {
      const start = performance.now();
      await call(turn);
      if (turn >= WARM) times[name].push(performance.now() - start);
    }
  }
  return times;
}

function tell(what: string, { portal, control }: Awaited<ReturnType<typeof byTurns>>): void {
  const [p50, p95] = [share(portal, 0.5), share(portal, 0.95)];
  print(
    `${what}: portal p50 ${ms(p50)}, p95 ${ms(p95)}; same SQL p50 ${ms(share(control, 0.5))}, p95 ${ms(share(control, 0.95))}; goal ${GOAL_MS} ms ${p50 < GOAL_MS ? 'met' : 'missed'}`,
  );
}

async function measure(url: string): Promise<void> {
  const stop = await openPortal(url, PORT);
  const { db, pool, end } = connect({ url, connections: 2 });
  try {
    const ict = await visitorAt(`http://127.0.0.1:${PORT}`, 'bruker8');
    const { rows } = await pool.query<{
      id: string;
      school: number;
      names: string[];
      ids: string[];
      versions: number[];
    }>(`
      select u.id, u.primary_school_id as school,
             array(select p.user_name from users p where p.primary_school_id = u.primary_school_id and p.id <> u.id
                    order by p.id limit 200) as names,
             array(select p.id from users p where p.primary_school_id = u.primary_school_id and p.id <> u.id
                    order by p.id limit 200) as ids,
             array(select p.version from users p where p.primary_school_id = u.primary_school_id and p.id <> u.id
                    order by p.id limit 200) as versions
        from users u where u.user_name = 'bruker8'`);
    const [caller] = rows;
    if (!caller) throw new Error('The owner is not seeded');
    const { names, ids, versions } = caller;
    const scope = prove(
      {
        userId: Number(caller.id),
        userName: 'bruker8',
        displayName: '',
        schoolId: caller.school,
        roles: ['schoolIct'],
        sessionId: '',
      },
      'users.read',
    );
    if (!scope) throw new Error('School ICT may not read users');
    const at = (turn: number) => turn % names.length;
    const name = (turn: number) => names[at(turn)] ?? '';
    const now = new Date();
    const moment = { now, today: osloDay(now) };
    const question = { page: 1, pageSize: 30, search: '' };
    print(`load ${load()}`);

    tell(
      'open a person with groups',
      await byTurns(
        async (turn) => {
          const answers = await Promise.all([
            ict.send('GET /user/:name', { name: name(turn) }),
            ict.send('POST /user/groups', { userName: name(turn) }),
          ]);
          for (const { status } of answers) if (status !== 200) throw new Error(`answered ${status}`);
        },
        async (turn) => {
          await Promise.all([
            findUser(db, scope, name(turn), moment),
            listGroupsOfUser(db, scope, Number(ids[at(turn)]), question, now),
          ]);
        },
      ),
    );

    tell(
      'save a field',
      await byTurns(
        async (turn) => {
          const userName = name(turn);
          const { status, body } = await ict.send('PUT /user/update', {
            userName,
            version: versions[at(turn)] ?? 1,
            title: `Tittel ${turn}`,
          });
          if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
          versions[at(turn)] = Number(body['version']);
        },
        async (turn) => {
          const [client, id] = [await pool.connect(), ids[at(turn)]];
          await client.query('begin');
          await client.query(`select journal.begin('bench.saved', 'bench')`);
          await client.query('update users set department = $2 where id = $1', [id, `Avdeling ${turn}`]);
          await client.query('commit');
          client.release();
        },
      ),
    );
  } finally {
    await end();
    await stop();
  }
}
