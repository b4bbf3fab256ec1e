import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { problemsOf } from './problems.ts';

const schema = z.object({
  members: z.array(z.strictObject({ id: z.string() })),
  columns: z.partialRecord(z.enum(['name', 'school']), z.string()),
  hidden: z.record(z.string().max(5), z.boolean()),
});
const right = { members: [], columns: {}, hidden: {} };

describe('a field within a field', () => {
  it.each([
    [{ members: [{ id: 'a', nmae: 1, rloe: 2 }] }, ['members.0.nmae unknown', 'members.0.rloe unknown']],
    [{ members: [{ id: 'a' }, { id: 1 }] }, ['members.1.id invalid']],
    [{ columns: { nmae: 'Navn' } }, ['columns.nmae unknown']],
    // A record that is open takes every name, of right length.
    [{ hidden: { whatever: true } }, ['hidden.whatever invalid']],
    [{ hidden: { any: true } }, []],
  ])('is told by its path: %o', (wrong, told) => {
    const { error } = schema.safeParse({ ...right, ...wrong }, { reportInput: true });
    expect(problemsOf(error?.issues ?? []).map(({ path, key }) => `${path} ${key}`)).toEqual(told);
  });
});
