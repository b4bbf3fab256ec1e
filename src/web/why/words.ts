/**
 * The rule that decided and who can grant it, as sentences in the reader's language. The texts are fetched with the
 * first reason there is to show (`api/client.ts`, `useWhy`).
 */
import { useTranslation } from 'react-i18next';

import { currentLanguage, textOf } from '../i18n.ts';
import type nb from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    why: typeof nb;
  }
}

interface Reason {
  rule: string;
  grantedBy: readonly string[];
}

/** "Det kan superadministratorer." Undefined where nobody can, or before the texts are there. */
export function grantersText({ grantedBy }: Reason): string | undefined {
  if (grantedBy.length === 0) return undefined;
  return textOf('why', 'grantedBy', { roles: roleNames(grantedBy) });
}

/** "lærere eller superadministratorer" */
export function roleNames(roles: readonly string[]): string {
  const names = roles.map((role) => textOf('why', `role.${role}`) ?? role);
  return new Intl.ListFormat(currentLanguage(), { type: 'disjunction' }).format(names);
}

/** What decided, and who can. */
export function whyText(why: Reason): string {
  const act = textOf('why', `act.${why.rule}`);
  const rule =
    textOf('why', `rule.${why.rule}`) ?? textOf('why', act === undefined ? 'lacks' : 'lacksAct', { act });
  return [rule, grantersText(why)].filter(Boolean).join(' ');
}

/** Undefined where there is nothing against it. */
export function useWhy(): (why: Reason | undefined) => string | undefined {
  useTranslation('why');
  return (why) => why && whyText(why);
}

/** What a permission opens, as it stands after "may": `change users`. */
export function useActName(): (permission: string) => string {
  useTranslation('why');
  return (permission) => textOf('why', `act.${permission}`) ?? permission;
}
