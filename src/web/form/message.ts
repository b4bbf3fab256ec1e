/** The generic messages of forms (specification §5), in the reader's language with the field's label as subject. */
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

import type { FieldProblem } from '#kernel/errors.ts';

import { loose } from '../loose.ts';
import type form from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    form: typeof form;
  }
}

export type Say = (problem: FieldProblem, label: string) => string;

/** An area may have messages of its own: `problem.<key>` in its texts, found before the generic ones. */
export function useMessages(namespace: string): Say {
  const { t, i18n } = useTranslation(loose(['form', namespace]));
  return useCallback(
    ({ key, params }, label) => {
      const own = i18n.exists(`problem.${key}`, { ns: loose(namespace) });
      const known = own || i18n.exists(`problem.${key}`, { ns: 'form' });
      const say: (key: string, params: object) => string = loose(t);
      return say(`problem.${known ? key : 'invalid'}`, { label, ...params, ns: own ? namespace : 'form' });
    },
    [t, i18n, namespace],
  );
}
