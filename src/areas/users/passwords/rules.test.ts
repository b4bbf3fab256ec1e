import { describe, expect, it } from 'vitest';

import { presetRules, problemOfPassword, rulesOf } from './rules.ts';

const owner = { userName: 'norhan0001', displayName: 'Nora Emilie Hansen-Å' };

describe('the rules for a password', () => {
  it.each([
    ['fjell47', undefined],
    ['fjell4', { key: 'minLength', params: { length: 7 } }],
    ['fjellbekk', { key: 'passwordNumber' }],
    // Seven characters to a person, whatever they take up.
    ['🦊🦊🦊🦊🦊🦊7', undefined],
    ['Passord1', { key: 'passwordCommon' }],
    ['sommer2026!', { key: 'passwordCommon' }],
    ['1234567', { key: 'passwordCommon' }],
    ['7654321', { key: 'passwordCommon' }],
    ['1111111', { key: 'passwordCommon' }],
    ['4081923', undefined],
    ['sommerfugl7', undefined],
    ['xnorhan0001', { key: 'passwordName' }],
    ['Hansen2026', { key: 'passwordName' }],
    ['kari1234', undefined],
  ])('%s', (password, problem) => {
    const found = problemOfPassword(password, owner, presetRules);
    expect(found).toEqual(problem && { path: 'newPassword', params: {}, ...problem });
  });

  it.each([
    [{}, { minimum: 7, needsNumber: true }],
    [{ minimum: 15 }, { minimum: 15, needsNumber: true }],
    [{ minimum: 3 }, { minimum: 7, needsNumber: true }],
    [{ minimum: 500 }, { minimum: 32, needsNumber: true }],
    [
      { minimum: 15, needsNumber: false },
      { minimum: 15, needsNumber: false },
    ],
    // The specification's seven characters go with its number.
    [{ needsNumber: false }, { minimum: 7, needsNumber: true }],
  ])('a site’s %j gives %j', (stored, rules) => {
    expect(rulesOf(stored)).toEqual(rules);
  });
});
