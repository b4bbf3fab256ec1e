/** The rule that decided and who can grant it, as a sentence in the reader's language. */
import { useTranslation } from 'react-i18next';

import type { Why } from '#kernel/why.ts';

import { currentLanguage, textOf } from '../i18n.ts';
import type nb from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    why: typeof nb;
  }
}

/** What a permission opens, as it stands after "may": `change users`. */
export function useActName(): (permission: string) => string {
  useTranslation('why');
  return (permission) => textOf('why', `act.${permission}`) ?? permission;
}

/** Undefined where there is nothing against it. The texts are loaded with the first reason to show. */
export function useWhy(): (why: Why | undefined) => string | undefined {
  const { t } = useTranslation('why');
  return (why) => {
    if (!why) return undefined;
    const own = textOf('why', `rule.${why.rule}`);
    const act = textOf('why', `act.${why.rule}`);
    const rule = own ?? (act === undefined ? t('lacks') : t('lacksAct', { act }));
    if (why.grantedBy.length === 0) return rule;
    const names = why.grantedBy.map((role) => textOf('why', `role.${role}`) ?? role);
    const roles = new Intl.ListFormat(currentLanguage(), { type: 'disjunction' }).format(names);
    return `${rule} ${t('grantedBy', { roles })}`;
  };
}
