/** Which groups an act on many is for. */
import { sql } from 'kysely';

import { groupList } from '#areas/groups/contract.ts';
import { groupSource, groupsWithin } from '#areas/groups/server/service.ts';
import { osloDay } from '#kernel/dates.ts';
import type { Scope } from '#kernel/scope.ts';
import { matchingRows, namedRows, type Names } from '#server/bulk/chosen.ts';
import { all, type Question, type Sql } from '#server/list/source.ts';

type Selection = { all: false; keys: string[] } | { all: true; except: string[]; question: Question };

export function chosenGroups(scope: Scope, selection: Selection, now: Date): Sql {
  const names: Names = {
    table: sql`groups g`,
    key: sql`g.name`,
    name: sql`g.display_name`,
    shielded: sql`false`,
    reach: all(groupsWithin(scope, osloDay(now))),
  };
  if (!selection.all) return namedRows(selection.keys, names);
  const { question, except } = selection;
  const asked = { definition: groupList, source: groupSource, scope, question, now, except };
  return matchingRows(asked, names, sql`g.id = found.key`);
}
