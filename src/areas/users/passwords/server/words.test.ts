import { describe, expect, it } from 'vitest';

import { presetRules, problemOfPassword } from '../rules.ts';
import { firstTimePassword, words } from './words.ts';

const nobody = { userName: 'x', displayName: '' };

describe('first-time passwords', () => {
  it('are drawn from 512 different words, so that each is worth nine bits', () => {
    expect(new Set(words).size).toBe(512);
    expect(words.filter((word) => !/^[a-z]{3,7}$/.test(word))).toEqual([]);
  });

  it.each([7, 8, 12, 15, 24, 32])('meet a minimum of %i', (minimum) => {
    const made = Array.from({ length: 200 }, () => firstTimePassword(minimum));
    expect(made.filter((password) => password.length < minimum)).toEqual([]);
    expect(made.flatMap((one) => problemOfPassword(one, nobody, { ...presetRules, minimum }) ?? [])).toEqual(
      [],
    );
    expect(new Set(made).size).toBeGreaterThan(195);
  });

  it('have two words and two digits that cannot be taken for letters', () => {
    expect(firstTimePassword(7)).toMatch(/^[a-z]{3,7}-[a-z]{3,7}-[2-9]{2}$/);
  });
});
