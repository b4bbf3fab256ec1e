/** Asks for first-time passwords: of people by name, of a list's selection, or of the pupils of a group. */
import { groupActs } from '#areas/groups/acts/contract.ts';
import { manyUsers } from '#areas/users/many/contract.ts';
import type { Call, Output } from '#kernel/contract.ts';
import { download } from '#web/api/files.ts';
import { call } from '#web/api/hooks.ts';
import { currentLanguage } from '#web/i18n.ts';

import { type layouts, passwords } from '../contract.ts';

type Selection = Call<typeof manyUsers.issuePasswords>['selection'];

export type Whose =
  | { userNames: readonly string[]; displayName?: string | undefined }
  | { group: { name: string; displayName: string } }
  /** `names`: where they are few enough for a screen. */
  | { many: { selection: Selection; count: number; names: () => Promise<string[] | undefined> } };

export type Made = Output<typeof passwords.issue>;

export type Layout = (typeof layouts)[number];
type Paper = Pick<Call<typeof passwords.issue>, 'mustChange' | 'protectedPeople'> & { layout: Layout };

export async function show(whose: Whose, mustChange: boolean): Promise<Made> {
  const quietly = { handleErrors: false };
  if ('group' in whose)
    return call(groupActs.firstTimePasswords, { groupName: whose.group.name, mustChange }, quietly);
  const userNames = 'many' in whose ? ((await whose.many.names()) ?? []) : [...whose.userNames];
  return call(passwords.issue, { userNames, mustChange }, quietly);
}

export function print(whose: Whose, paper: Paper): Promise<void> {
  const wish = { ...paper, language: sheetLanguage() };
  if ('many' in whose)
    return download(manyUsers.issuePasswords, { selection: whose.many.selection, ...wish });
  const asPdf = { ...wish, output: 'pdf' as const };
  return 'group' in whose
    ? download(groupActs.firstTimePasswords, { groupName: whose.group.name, ...asPdf })
    : download(passwords.issue, { userNames: [...whose.userNames], ...asPdf });
}

/** The sheets are for pupils, and have no French. */
function sheetLanguage(): 'nb' | 'nn' | 'en' {
  const language = currentLanguage();
  return language === 'fr' ? 'en' : language;
}
