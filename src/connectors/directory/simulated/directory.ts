/**
 * The embedded default: a directory played in tables of its own, which behaves as the port promises, delays and
 * failures included (table `directory_simulation`). It keeps no passwords, only when one was set.
 */
import type { Pool } from 'pg';

import type { DirectoryKind } from '#kernel/directory.ts';

import {
  type Change,
  type Directory,
  DirectoryError,
  type DirectoryFacts,
  type Fields,
  type Lookup,
  type Observed,
  type Outcome,
} from '../port.ts';

interface Row {
  place: number;
  id: string;
  fields: Fields & { mustChange?: boolean };
  members: string[] | null;
  lockout_at: Date | null;
  last_login_at: Date | null;
}

interface Behaviour {
  delay_ms: number;
  fail_percent: number;
  unreachable: boolean;
}

/** Elsewhere in the domain: its name is taken, and the portal neither reads nor changes it. */
const isOutside = `coalesce(o.fields ->> 'outside' = 'true', false)`;

const LOCK_MINUTES = 30;
const MINUTE_MS = 60_000;
const PORTION = 1_000;

const facts: DirectoryFacts = {
  address: 'simulated',
  base: 'OU=Simulert',
  features: { addressLists: true, lockAfter: 10, lockMinutes: LOCK_MINUTES, passwordLength: 7 },
};

const columns = `o.id, o.fields, o.lockout_at, o.last_login_at,
  case when o.kind = 'group' then coalesce((select array_agg(member_id) from simulated_directory.member m
    join simulated_directory.object held on held.id = m.member_id and not held.removed
    where m.group_id = o.id), '{}') end as members`;

export function openSimulatedDirectory(pool: Pool): Directory {
  let asked = 0;

  async function behave(): Promise<Behaviour> {
    const { rows } = await pool.query<Behaviour>('select * from directory_simulation');
    const behaviour = rows[0] ?? { delay_ms: 0, fail_percent: 0, unreachable: false };
    if (behaviour.delay_ms > 0) await new Promise((resolve) => setTimeout(resolve, behaviour.delay_ms));
    if (behaviour.unreachable) throw new DirectoryError('unreachable', 'connect ECONNREFUSED (simulated)');
    return behaviour;
  }

  /** Spread evenly, so that a hundred changes at ten per cent give ten refusals. */
  const isRefused = ({ fail_percent: percent }: Behaviour): boolean => {
    asked += 1;
    return (asked * percent) % 100 < percent;
  };

  return {
    kind: 'simulated',
    portion: 500,
    connect: async () => {
      await behave();
      return facts;
    },

    async read(kind, lookups) {
      await behave();
      return find(pool, kind, lookups);
    },

    async apply(kind, changes) {
      const behaviour = await behave();
      const outcomes: Outcome[] = changes.map((change) =>
        isRefused(behaviour)
          ? { error: new DirectoryError('refused', 'The simulation refuses this change') }
          : { id: change.act === 'create' ? '' : change.seen.id },
      );
      await restore(pool, changes, outcomes);
      await create(pool, kind, changes, outcomes);
      await alter(pool, changes, outcomes);
      await alterMembers(pool, changes, outcomes);
      return outcomes;
    },

    async changedSince(since) {
      await behave();
      const { rows } = await pool.query<{ id: string; usn: string }>(
        `select id, usn::text from simulated_directory.object where usn > $1 order by usn`,
        [since ?? '9223372036854775806'],
      );
      const { rows: heads } = await pool.query<{ usn: string }>(
        'select coalesce(max(usn), 0)::text as usn from simulated_directory.object',
      );
      return {
        ids: rows.map(({ id }) => id),
        through: rows.at(-1)?.usn ?? since ?? heads[0]?.usn ?? '0',
        isGap: false,
      };
    },

    async administrators() {
      await behave();
      const { rows } = await pool.query<{ id: string }>(
        `select id from simulated_directory.object where fields ->> 'administrator' = 'true' and not removed`,
      );
      return new Set(rows.map(({ id }) => id));
    },

    async outside(names) {
      await behave();
      const { rows } = await pool.query<Row>(
        `select ${columns} from simulated_directory.object o
          where o.kind = 'user' and not o.removed and ${isOutside} and lower(o.name) = any ($1)`,
        [names.map((name) => name.toLowerCase())],
      );
      return rows.map(observedFrom);
    },
    async *all(kind) {
      let after = '00000000-0000-0000-0000-000000000000';
      for (;;) {
        await behave();
        const { rows } = await pool.query<Row>(
          `select ${columns} from simulated_directory.object o
            where o.kind = $1 and not o.removed and not ${isOutside} and o.id > $2 order by o.id limit ${PORTION}`,
          [kind, after],
        );
        if (rows.length > 0) yield rows.map(observedFrom);
        after = rows.at(-1)?.id ?? after;
        if (rows.length < PORTION) return;
      }
    },

    close: async () => {},
  };
}

async function find(pool: Pool, kind: DirectoryKind, lookups: readonly Lookup[]) {
  const { rows } = await pool.query<Row>(
    `select l.place::int, ${columns}
       from unnest($2::uuid[], $3::text[]) with ordinality l (id, name, place)
       -- Apart, so that each has its index: together every lookup would go through all objects.
       join lateral (
         select * from simulated_directory.object known where known.id = l.id
         union all
         select * from simulated_directory.object named
          where l.id is null and named.kind = $1 and lower(named.name) = lower(l.name) and not named.removed
       ) o on o.kind = $1 and not o.removed and not ${isOutside}`,
    [kind, lookups.map(({ id }) => id ?? null), lookups.map(({ name }) => name)],
  );
  const found = new Map(rows.map((row) => [row.place, observedFrom(row)]));
  return lookups.map((_, index) => found.get(index + 1));
}

function observedFrom({
  id,
  fields: { mustChange, ...fields },
  members,
  lockout_at: lockedAt,
  last_login_at: lastLogin,
}: Row): Observed {
  return {
    id,
    fields,
    ...(members && { members: new Set(members) }),
    ...(mustChange !== undefined && { mustChange }),
    lastLogin,
    lockedAt,
    lockedUntil: lockedAt && new Date(lockedAt.getTime() + LOCK_MINUTES * MINUTE_MS),
  };
}

const isRestored = (outcome: Outcome | undefined): boolean =>
  outcome !== undefined && 'id' in outcome && outcome.restored === true;

/** Those still without a refusal, with their place in the answer. */
function going<Act extends Change['act']>(
  changes: readonly Change[],
  outcomes: readonly Outcome[],
  act: Act,
) {
  const isAsked = (change: Change): change is Extract<Change, { act: Act }> => change.act === act;
  return changes.flatMap((change, place) => {
    const outcome = outcomes[place];
    return isAsked(change) && outcome && 'id' in outcome ? [{ place, change }] : [];
  });
}

async function restore(pool: Pool, changes: readonly Change[], outcomes: Outcome[]) {
  const asked = going(changes, outcomes, 'create').filter(({ change }) => change.formerId !== undefined);
  if (asked.length === 0) return;
  const { rows } = await pool.query<{ id: string }>(
    `update simulated_directory.object o set removed = false, usn = nextval('simulated_directory.usn')
      where o.id = any ($1::uuid[]) and o.removed
        and not exists (select from simulated_directory.object other
                         where other.kind = o.kind and lower(other.name) = lower(o.name) and not other.removed)
     returning id`,
    [asked.map(({ change }) => change.formerId)],
  );
  const restored = new Set(rows.map(({ id }) => id));
  for (const { place, change } of asked) {
    const { formerId = '' } = change;
    if (restored.has(formerId)) outcomes[place] = { id: formerId, restored: true };
  }
}

async function create(pool: Pool, kind: DirectoryKind, changes: readonly Change[], outcomes: Outcome[]) {
  const made = going(changes, outcomes, 'create').filter(({ place }) => !isRestored(outcomes[place]));
  if (made.length === 0) return;
  const { rows } = await pool.query<{ id: string; name: string }>(
    `insert into simulated_directory.object (kind, name, fields, password_set_at)
     select $1, r ->> 'name', r, case when $1 = 'user' then now() end from jsonb_array_elements($2::jsonb) r
     on conflict do nothing returning id, lower(name) as name`,
    [
      kind,
      JSON.stringify(
        made.map(({ change: { fields, mustChange = false } }) =>
          kind === 'user' ? { ...fields, mustChange } : fields,
        ),
      ),
    ],
  );
  const ids = new Map(rows.map(({ id, name }) => [name, id]));
  for (const { place, change } of made) {
    const name = String(change.fields['name']);
    const id = ids.get(name.toLowerCase());
    outcomes[place] = id
      ? { id }
      : { error: new DirectoryError('name-taken', `The name ${name} is in use in the directory`) };
  }
}

/** Fields, passwords, locks and removals: one statement for them all. */
async function alter(pool: Pool, changes: readonly Change[], outcomes: readonly Outcome[]) {
  const altered = going(changes, outcomes, 'change').map(({ change }) => ({
    id: change.seen.id,
    fields: {
      ...change.fields,
      ...(change.mustChange !== undefined && { mustChange: change.mustChange }),
    },
    unlock: change.unlock ?? false,
    password: change.password !== undefined,
    removed: false,
  }));
  const removed = going(changes, outcomes, 'remove').map(({ change }) => ({
    id: change.seen.id,
    fields: {},
    unlock: false,
    password: false,
    removed: true,
  }));
  if (altered.length + removed.length === 0) return;
  await pool.query(
    `update simulated_directory.object o
        set fields = o.fields || r.fields, name = coalesce(r.fields ->> 'name', o.name), removed = r.removed,
            lockout_at = case when not r.unlock then o.lockout_at end,
            password_set_at = case when r.password then now() else o.password_set_at end,
            usn = nextval('simulated_directory.usn')
       from jsonb_to_recordset($1::jsonb) r (id uuid, fields jsonb, unlock boolean, password boolean, removed boolean)
      where o.id = r.id`,
    [JSON.stringify([...altered, ...removed])],
  );
}

async function alterMembers(pool: Pool, changes: readonly Change[], outcomes: readonly Outcome[]) {
  const altered = going(changes, outcomes, 'change');
  const pairs = (name: 'addMembers' | 'removeMembers') =>
    altered.flatMap(({ change }) =>
      (change[name] ?? []).map((member) => ({ group: change.seen.id, member })),
    );
  const [added, removed] = [pairs('addMembers'), pairs('removeMembers')];
  if (added.length > 0) {
    await pool.query(
      `insert into simulated_directory.member (group_id, member_id)
       select r."group", r.member from jsonb_to_recordset($1::jsonb) r ("group" uuid, member uuid)
        where exists (select from simulated_directory.object o where o.id = r.member and not o.removed)
       on conflict do nothing`,
      [JSON.stringify(added)],
    );
  }
  if (removed.length > 0) {
    await pool.query(
      `delete from simulated_directory.member m
        using jsonb_to_recordset($1::jsonb) r ("group" uuid, member uuid)
        where m.group_id = r."group" and m.member_id = r.member`,
      [JSON.stringify(removed)],
    );
  }
}
