/** Whom an act on rows of the directory's lists is for. */
import { sql } from 'kysely';

import type { Scope } from '#kernel/scope.ts';
import { compose, type Definition } from '#server/list/compose.ts';
import type { ListSource, Question, Sql } from '#server/list/source.ts';

/** Rows by their numbers, or everything a list's question finds but some. */
export type Selection =
  | { all: false; keys: readonly string[] }
  | { all: true; except: readonly string[]; question: Question };

const numbers = (keys: readonly string[]): string[] => keys.filter((key) => /^\d{1,18}$/.test(key));

/** The numbers of the chosen rows, as a subselect; only of those the scope sees. */
export function chosen<C extends string, F extends string>(
  definition: Definition<C, F>,
  source: ListSource<C, F>,
  { scope, now }: { scope: Scope; now: Date },
  selection: Selection,
): Sql {
  const question = selection.all ? selection.question : { page: 1, pageSize: 1, search: '' };
  const { asked, from, where } = compose(definition, source, scope, question, now);
  const key = source.key(asked);
  const named = selection.all
    ? sql`not ${key} = any(${numbers(selection.except)}::bigint[])`
    : sql`${key} = any(${numbers(selection.keys)}::bigint[])`;
  return sql`(select ${key} from ${from} where ${where} and ${named})`;
}

export interface Reach {
  scope: Scope;
  now: Date;
}
