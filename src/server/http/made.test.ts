import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { query } from '#kernel/contract.ts';
import { Moment } from '#kernel/fields.ts';

import { isMade, mustBeAsPromised } from './made.ts';

const route = query('GET /made', {
  summary: 'A page',
  permission: 'anyone',
  input: z.object({}),
  output: z.object({
    Items: z.array(z.object({ name: z.string(), added: Moment })),
  }),
});
const page = (...rows: object[]) => ({ json: JSON.stringify({ Items: rows }) });
const added = '2026-11-22T03:00:00.123Z';

describe('an answer made by the database', () => {
  it('is told from an answer that has still to be written', () => {
    expect(isMade(page())).toBe(true);
    expect([{ Items: [] }, null, 'text', { json: 1 }].map(isMade)).toEqual([false, false, false, false]);
  });

  it('passes when it says what its contract does', () => {
    expect(() => mustBeAsPromised(route, page({ name: 'Kari', added }))).not.toThrow();
  });

  it.each([
    ['more than was promised', page({ name: 'Kari', added, nationalNumber: '1' }), 'something else'],
    ['less than was promised', page({ name: 'Kari' }), 'added'],
    [
      'a moment in a form of its own',
      page({ name: 'Kari', added: '2026-11-22T03:00:00+00:00' }),
      'something else',
    ],
  ])('fails when it says %s', (_, made, fault) => {
    expect(() => mustBeAsPromised(route, made)).toThrow(fault);
  });
});
