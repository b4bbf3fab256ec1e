/** What undoing may not do to groups and who is in them: the refusals of the direct acts. */
import { sql } from 'kysely';

import { madeByHand } from '#areas/groups/rules.ts';
import {
  becomes,
  keyPart,
  sets,
  type UndoAsker,
  type UndoRefusal,
  type UndoRule,
} from '#server/journal/undo/rule.ts';
import { teaches } from '#server/list/scope.ts';
import type { Sql } from '#server/list/source.ts';

/** A group by its id, under conditions on `rg`. */
const groupIs = (id: Sql, condition: Sql): Sql =>
  sql`exists (select from groups rg where rg.id = ${id} and ${condition})`;

const imported = sql`(rg.source <> 'manual' or rg.type <> all (${[...madeByHand]}))`;

/** Groups of the whole owner are changed by those who run them alone. */
const ownersOnly = (group: Sql, { scope }: UndoAsker): UndoRefusal[] =>
  scope.kind === 'owner'
    ? []
    : [{ code: 'group.owner-only', when: groupIs(group, sql`rg.school_id is null`) }];

/** What is in a group is the source's where the group is. */
function contentRefusals(group: Sql, asker: UndoAsker): UndoRefusal[] {
  return [
    ...ownersOnly(group, asker),
    ...(asker.isRequest ? [{ code: 'group.owned-by-import' as const, when: groupIs(group, imported) }] : []),
    { code: 'group.archived', when: groupIs(group, sql`rg.archived_at is not null`) },
  ];
}

const self = sql`p.row_key::bigint`;

function groupRefusals(asker: UndoAsker): UndoRefusal[] {
  const deletes = sql`(p.act = 'D' or (${sets('archived_at')} and ${becomes('archived_at')} is not null))`;
  return [
    ...ownersOnly(self, asker),
    ...(asker.isRequest
      ? [
          {
            code: 'group.owned-by-import' as const,
            when: sql`(p.act = 'D' or ${sets('name', 'display_name', 'archived_at')}) and ${groupIs(self, imported)}`,
          },
        ]
      : []),
    {
      code: 'group.archived',
      when: sql`p.act = 'U' and not ('archived_at' = any (p.cols)) and ${groupIs(self, sql`rg.archived_at is not null`)}`,
    },
    { code: 'group.delete-prevented', when: sql`${deletes} and ${groupIs(self, sql`rg.delete_prevention`)}` },
    {
      code: 'group.has-team',
      when: sql`${deletes} and ${groupIs(self, sql`rg.team_status not in ('none', 'archived')`)}`,
    },
    {
      code: 'group.email-taken',
      when: sql`p.act <> 'D' and ('email' = any (p.cols) or p.act = 'I')
        and exists (select from users eu where lower(eu.email) = lower(${becomes('email')}))`,
    },
  ];
}

const group = sql`${keyPart(1)}::bigint`;
const member = sql`${keyPart(2)}::bigint`;

export const groupUndoRules: readonly UndoRule[] = [
  { tables: ['groups'], permissions: ['groups.update', 'global-groups.manage'], refusals: groupRefusals },
  {
    tables: ['membership'],
    permissions: ['groups.update', 'users.groups', 'global-groups.manage'],
    refusals: (asker) => [
      ...contentRefusals(group, asker),
      {
        // Also where a colleague gave the role and took it back.
        code: 'group.own-teacher',
        when: sql`p.act = 'I' and ${member} = ${asker.actor.userId}
          and exists (select from (select ${keyPart(3)} as role) m where ${teaches('m')})`,
      },
      {
        code: 'user.expired',
        when: sql`p.act = 'I' and exists (
          select from users xu where xu.id = ${member} and xu.expires_on < ${asker.today}::date)`,
      },
    ],
  },
  {
    tables: ['group_nesting'],
    permissions: ['groups.update', 'global-groups.manage'],
    refusals: (asker) => [
      ...contentRefusals(group, asker),
      ...ownersOnly(member, asker),
      {
        code: 'group.loop',
        when: sql`p.act = 'I' and exists (
          with recursive around as (
            select ${group} as id
            union
            select n.parent_id from around join group_nesting n on n.child_id = around.id
          ) select from around where id = ${member})`,
      },
    ],
  },
  {
    tables: ['group_access', 'group_administration'],
    permissions: ['groups.manage', 'global-groups.manage'],
    refusals: (asker) => [
      ...ownersOnly(group, asker),
      { code: 'group.archived', when: groupIs(group, sql`rg.archived_at is not null`) },
    ],
  },
  { tables: ['ict_agreement'], permissions: ['groups.agreements', 'users.delete'] },
];
