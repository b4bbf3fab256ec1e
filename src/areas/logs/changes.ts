/** What a change in the journal looks like to people: the row it is about, and its fields before and after. */
import { z } from 'zod';

export const targetTypes = [
  'user',
  'group',
  'school',
  'guardian',
  'role',
  'setting',
  'view',
  'other',
] as const;
export type TargetType = (typeof targetTypes)[number];
export const changeKinds = ['added', 'changed', 'removed'] as const;

const Value = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type Value = z.infer<typeof Value>;

/** One field of a changed row. Nothing there = null; a secret is `***` on both sides. */
export const FieldChange = z.object({ field: z.string(), from: Value, to: Value });
export type FieldChange = z.infer<typeof FieldChange>;

/** What a change or a reading was about: `key` is its address (user name, group name), `name` what people call it. */
export const Target = z.object({
  type: z.enum(targetTypes),
  key: z.string().nullable(),
  name: z.string().nullable(),
});
export type Target = z.infer<typeof Target>;

export const RowChange = z.object({
  id: z.number(),
  kind: z.enum(changeKinds),
  /** The table, as the fields are named by: `users`, `membership`. */
  table: z.string(),
  target: Target,
  fields: z.array(FieldChange),
});
export type RowChange = z.infer<typeof RowChange>;
