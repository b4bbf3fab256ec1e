/** The words of a list: the mechanism's own, and the area's (`column.<id>`, `choice.<filter>.<value>`, …). */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import type { Params } from '#kernel/errors.ts';

import { loose } from '../loose.ts';
import type list from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    list: typeof list;
  }
}

/** Where an area's words for one list are: its namespace, and a prefix when the area has several lists. */
export interface TextSource {
  namespace: string;
  prefix?: string;
}

/** `undefined` when the area has no such text. */
export interface AreaTexts {
  (key: string, params?: Params): string;
  optional: (key: string, params?: Params) => string | undefined;
  /** The word for one choice of a filter or a column. */
  choice: (id: string, value: string) => string;
}

export function useAreaTexts({ namespace, prefix = '' }: TextSource): AreaTexts {
  const { t, i18n } = useTranslation(loose(namespace));
  return useMemo(() => {
    const say: (key: string, params?: Params) => string = loose(t);
    const find = (key: string) =>
      [`${prefix}${key}`, key].find((candidate) => i18n.exists(candidate, { ns: loose(namespace) }));
    const optional = (key: string, params?: Params) => {
      const found = find(key);
      return found === undefined ? undefined : say(found, params);
    };
    const texts = (key: string, params?: Params) => optional(key, params) ?? key;
    return Object.assign(texts, {
      optional,
      choice: (id: string, value: string) => optional(`choice.${id}.${value}`) ?? value,
    });
  }, [t, i18n, namespace, prefix]);
}
