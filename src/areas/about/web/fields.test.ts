import { expect, it } from 'vitest';
import { z } from 'zod';

import { fieldsOf, typeOf } from './fields.ts';

const json = (schema: z.ZodType): Record<string, unknown> => ({ ...z.toJSONSchema(schema) });

it('shows an object field by field, and the objects inside it one step in', () => {
  const Person = z.object({
    userName: z.string().min(1).max(64),
    school: z.object({ code: z.string() }).nullable(),
    groups: z.array(z.object({ name: z.string() })).optional(),
  });
  expect(fieldsOf(json(Person)).map(({ name, depth, isRequired }) => [name, depth, isRequired])).toEqual([
    ['userName', 0, true],
    ['school', 0, true],
    ['code', 1, true],
    ['groups', 0, false],
    ['name', 1, true],
  ]);
});

it('says types with their limits as people write them', () => {
  expect(typeOf(json(z.string().min(1).max(64)))).toBe('string 1–64');
  expect(typeOf(json(z.number().int().min(1)))).toBe('integer ≥ 1');
  expect(typeOf(json(z.enum(['csv', 'xlsx'])))).toBe('"csv" | "xlsx"');
  expect(typeOf(json(z.array(z.boolean())))).toBe('boolean[]');
  expect(typeOf(json(z.iso.date()))).toBe('date');
  expect(typeOf(json(z.literal(true)))).toBe('true');
});
