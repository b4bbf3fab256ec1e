/**
 * Changes of memberships that stand in bundles (`journal.bundle`): found by their group, or through the groups a person
 * is or was in. Everything else reads `journal.change`, or by its operation `journal.every_change`.
 */
import { sql } from 'kysely';

import type { Sql } from '#server/list/source.ts';

const columns = sql`c.id, c.operation_id, c.school_id, c.kind, c.table_name, c.row_key, c.before, c.after`;

/** Those of journal.change that `where` finds, and the bundled memberships of a group or a person; as columns of a change. */
export const withBundled = (where: Sql, of: { group: Sql } | { user: Sql }): Sql => sql`
  select ${columns} from journal.change c where ${where}
  union all
  select ${columns} from journal.bundled_membership c where ${bundledOf(of)}`;

const bundledOf = (of: { group: Sql } | { user: Sql }): Sql =>
  'group' in of ? bundlesOf(of) : sql`${bundlesOf(of)} and split_part(c.row_key, '/', 2) = ${of.user}::text`;

/** The bundles that may tell of a group or a person. */
export const bundlesOf = (of: { group: Sql } | { user: Sql }): Sql =>
  'group' in of
    ? sql`c.bundled_by = ${of.group}`
    : sql`c.bundled_by in (select journal.membership_bundles_of(${of.user}))`;

const unionAll = (arms: readonly Sql[]): Sql => sql.join([...arms], sql` union all `);

/** Which changes of an operation: conditions on a change `c`, and on its bundle, by which bundles are left unopened. */
export interface Chosen {
  where: Sql;
  bundles: Sql;
  /** The same in parts that have nothing in common, where each has an index of its own and all together have none. */
  parts?: { changes: readonly Sql[]; bundles: readonly Sql[] };
  /** There are no conditions. */
  isAll?: boolean;
}

/**
 * The first changes `c` of the operation `o`, bundle by bundle (`first_id`, `id`): within one statement the ids of many
 * bundles may run side by side. Neither arm reads more than it must.
 */
export const firstChanges = (chosen: Chosen, most: Sql): Sql => {
  const { changes, bundles } = partsOf(chosen);
  return unionAll([
    ...changes.map(
      (part) => sql`(select ${columns}, c.id as first_id from journal.change c
        where c.operation_id = o.id and ${part} and ${chosen.where} order by c.id limit ${most})`,
    ),
    ...bundles.map(
      (part) => sql`(select ${columns}, c.first_id from journal.bundled_membership c
        where c.operation_id = o.id and ${part} and ${chosen.where} order by c.first_id, c.id limit ${most})`,
    ),
  ]);
};

/** One row for each change of the operation `o`, to be counted up to some number. */
export const eachChange = (chosen: Chosen): Sql => {
  const { changes, bundles } = partsOf(chosen);
  return unionAll([
    ...changes.map(
      (part) =>
        sql`select 1 from journal.change c where c.operation_id = o.id and ${part} and ${chosen.where}`,
    ),
    ...bundles.map(
      (part) =>
        sql`select 1 from journal.bundled_membership c where c.operation_id = o.id and ${part} and ${chosen.where}`,
    ),
  ]);
};

function partsOf({ bundles, parts }: Chosen): NonNullable<Chosen['parts']> {
  if (!parts) return { changes: [sql`true`], bundles: [bundles] };
  return { changes: parts.changes, bundles: parts.bundles.map((part) => sql`${bundles} and ${part}`) };
}

/**
 * How many changes an operation has: all of them as its seal has counted, or, while it has none, as they are counted now;
 * of a choice among them no more than `most`, for each has to be looked at.
 */
export const countChanges = (operationId: number, { isAll = false, ...chosen }: Chosen, most: number): Sql =>
  isAll
    ? sql`select coalesce(
        (select s.changes from journal.seal s where s.operation_id = ${operationId}),
        (select count(*) from journal.change c where c.operation_id = ${operationId})
        + (select coalesce(sum(cardinality(b.ids)), 0) from journal.bundle_membership b
            where b.operation_id = ${operationId}))`
    : sql`select count(*) from journal.operation o cross join lateral (${eachChange(chosen)} limit ${most}) counted
           where o.id = ${operationId}`;
