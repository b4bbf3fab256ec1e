/** Every refusal says which rule decided and, where somebody can, who: in every language, whatever the catalogue has. */
import { globSync, readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { errorCodes, errors } from '#kernel/errors.ts';
import { permissions, roles, rolesWith } from '#kernel/permissions.ts';
import { whyOf } from '#kernel/why.ts';

const read = (path: string): Record<string, string> => JSON.parse(readFileSync(path, 'utf8'));
const forbidden = errorCodes.filter((code) => errors[code].status === 403);
const own = new Set<string>(permissions);

/** Rules by a name of their own, as the code gives them: `because('undo.running')`, `rule: 'group.owner-only'`. */
const named = (path: string) =>
  Array.from(
    readFileSync(path, 'utf8').matchAll(/(?:because\(|\brule: )'([\w-]+(?:\.[\w-]+)?)'/g),
    ([, rule = '']) => rule,
  );
const rulesInCode = globSync('src/**/!(*.test).{ts,tsx}')
  .flatMap(named)
  .filter((rule) => !own.has(rule));

describe.each(['nb', 'nn', 'en'])('in %s', (language) => {
  const why = read(`src/web/why/text.${language}.json`);
  const refusals = read(`src/web/errors.${language}.json`);

  it.each(errorCodes)('%s is said', (code) => {
    expect(refusals[code]?.length).toBeGreaterThan(8);
  });

  it.each(forbidden)('%s names who can, or is there for all', (code) => {
    const granted = whyOf(code)?.grantedBy ?? [];
    expect(granted.filter((role) => why[`role.${role}`] === undefined)).toEqual([]);
  });

  it.each(permissions)('%s is an act with somebody who can', (permission) => {
    expect(why[`act.${permission}`]).toBeDefined();
    expect(rolesWith(permission).length).toBeGreaterThan(0);
  });

  it('every rule of the code has its sentence', () => {
    expect(rulesInCode.length).toBeGreaterThan(10);
    const unsaid = rulesInCode.filter((rule) => !why[`rule.${rule}`] && !why[`act.${rule}`]);
    expect([...new Set(unsaid)]).toEqual([]);
  });

  it('every role has its name', () => {
    expect(roles.filter((role) => why[`role.${role}`] === undefined)).toEqual([]);
  });
});
