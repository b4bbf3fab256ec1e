/** JSON Schema as rows of a table: a field with its type, and the fields inside it one step further in. */
import { z } from 'zod';

type Json = Readonly<Record<string, unknown>>;

export interface Field {
  name: string;
  /** As `text, at most 200` or `one of "csv", "xlsx"`. */
  type: string;
  isRequired: boolean;
  /** Where in the request it stands: path, query, header; undefined for the body. */
  place?: string;
  depth: number;
}

const DEEPEST = 3;
/** Longer lists of choices are cut: the schema itself has them all. */
const MOST_CHOICES = 12;

const Shape = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  required: z.array(z.string()).default([]),
});

export function fieldsOf(schema: Json, depth = 0): Field[] {
  const { data } = Shape.safeParse(innermost(schema));
  if (!data || depth > DEEPEST) return [];
  const fields: Field[] = [];
  for (const [name, one] of Object.entries(data.properties)) {
    fields.push({ name, type: typeOf(one), isRequired: data.required.includes(name), depth });
    fields.push(...fieldsOf(one, depth + 1));
  }
  return fields;
}

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** The object inside a list, or beside "nothing" in a choice of the two. */
function innermost(schema: Json): Json {
  const { items, anyOf } = schema;
  if (isJson(items)) return innermost(items);
  const [only, ...others] = Array.isArray(anyOf)
    ? anyOf.filter((one) => isJson(one) && one['type'] !== 'null')
    : [];
  return others.length === 0 && isJson(only) ? innermost(only) : schema;
}

export function typeOf(schema: Json): string {
  const { type, format, pattern, items, anyOf, oneOf, allOf } = schema;
  const choices = schema['enum'];
  if (Array.isArray(choices)) {
    const shown = choices.slice(0, MOST_CHOICES).map((one) => JSON.stringify(one));
    return shown.join(' | ') + (choices.length > shown.length ? ' | …' : '');
  }
  if ('const' in schema) return JSON.stringify(schema['const']);
  const several = [anyOf, oneOf].find((one) => Array.isArray(one));
  if (Array.isArray(several)) return several.filter(isJson).map(typeOf).join(' | ');
  if (Array.isArray(allOf)) return allOf.filter(isJson).map(typeOf).join(' & ');
  if (type === 'array') return `${isJson(items) ? typeOf(items) : 'any'}[]`;
  if (type === 'object' && isJson(schema['additionalProperties']))
    return `{ [name]: ${typeOf(schema['additionalProperties'])} }`;
  const limits = limitsOf(schema);
  const kind = typeof format === 'string' ? format : typeof type === 'string' ? type : 'any';
  return [
    kind,
    ...limits,
    ...(format === undefined && typeof pattern === 'string' ? [`/${pattern}/`] : []),
  ].join(' ');
}

const isLimit = (value: unknown): value is number =>
  typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER;

function limitsOf({ minimum, maximum, minLength, maxLength }: Json): string[] {
  const least = [minimum, minLength].find(isLimit);
  const most = [maximum, maxLength].find(isLimit);
  if (least !== undefined && most !== undefined) return [`${least}–${most}`];
  if (least !== undefined) return [`≥ ${least}`];
  return most === undefined ? [] : [`≤ ${most}`];
}
