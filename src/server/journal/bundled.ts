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
  'group' in of
    ? sql`c.bundled_by = ${of.group}`
    : sql`c.bundled_by in (select journal.membership_bundles_of(${of.user}))
          and split_part(c.row_key, '/', 2) = ${of.user}::text`;

/**
 * The first changes `c` of the operation `o`, bundle by bundle (`first_id`, `id`): within one statement the ids of many
 * bundles may run side by side. Neither arm reads more than it must.
 */
export const firstChanges = (where: Sql, most: Sql): Sql => sql`
  (select ${columns}, c.id as first_id from journal.change c
    where c.operation_id = o.id and ${where} order by c.id limit ${most})
  union all
  (select ${columns}, c.first_id from journal.bundled_membership c
    where c.operation_id = o.id and ${where} order by c.first_id, c.id limit ${most})`;
