/** The sentences of the error catalogue, for files that leave the portal. */
import { readFile } from 'node:fs/promises';

import type { Params } from '#kernel/errors.ts';

/** `../../../../web`: the words of the browser are the words of the file. */
const shell = new URL('../../../../web/', import.meta.url);

export async function reasonsIn(language: 'nb' | 'nn' | 'en') {
  const file = await readFile(new URL(`errors.${language}.json`, shell), 'utf8');
  const texts: ReadonlyMap<string, unknown> = new Map(Object.entries(JSON.parse(file)));
  return (code: string, params: Params): string => {
    const text = texts.get(code);
    if (typeof text !== 'string') return code;
    return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
  };
}
