import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { type Breach, breaches, breachOf } from './broken.ts';

it.each<[Breach, string]>([
  ['close-tag', '1:9: unexpected close tag.'],
  ['close-tag', 'unmatched closing tag: navn.'],
  ['unclosed', 'unclosed tag: person'],
  ['attribute', 'unquoted attribute value.'],
  ['attribute', 'attribute without value.'],
  ['attribute', 'duplicate attribute: id.'],
  ['entity', 'undefined entity: &ekstern;'],
  ['entity', 'malformed character entity.'],
  ['prefix', 'unbound namespace prefix: "x".'],
  ['declaration', 'an XML declaration must be at the start of the document.'],
  ['root', 'documents may contain only one root.'],
  ['root', 'text data outside of root node.'],
  ['character', 'disallowed character.'],
  ['syntax', 'something no version of the parser has said yet'],
])('%s: %s', (breach, message) => {
  expect(breachOf(message)).toBe(breach);
});

it.each(['nb', 'nn', 'en'])('each has words in %s', (language) => {
  const file = new URL(`../../../areas/tools/import/web/text.${language}.json`, import.meta.url);
  const texts: unknown = JSON.parse(readFileSync(file, 'utf8'));
  for (const breach of breaches) expect(texts).toHaveProperty([`found.file.broken.${breach}`]);
});
