/** Values for the fields of a contract, made from their schemas. */
import * as fc from 'fast-check';
import { z } from 'zod';

import { days, hostile, type Values } from './hostile.ts';

/** The part of JSON Schema that zod writes for the inputs of the contract. */
export interface JsonSchema {
  type?: string | undefined;
  const?: unknown;
  enum?: unknown[] | undefined;
  anyOf?: JsonSchema[] | undefined;
  oneOf?: JsonSchema[] | undefined;
  properties?: Record<string, JsonSchema> | undefined;
  required?: string[] | undefined;
  items?: JsonSchema | undefined;
  format?: string | undefined;
  pattern?: string | undefined;
  minLength?: number | undefined;
  maxLength?: number | undefined;
  minItems?: number | undefined;
  maxItems?: number | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
}

const JsonSchema: z.ZodType<JsonSchema> = z.lazy(() =>
  z.object({
    type: z.string().optional(),
    const: z.unknown().optional(),
    enum: z.array(z.unknown()).optional(),
    anyOf: z.array(JsonSchema).optional(),
    oneOf: z.array(JsonSchema).optional(),
    properties: z.record(z.string(), JsonSchema).optional(),
    required: z.array(z.string()).optional(),
    items: JsonSchema.optional(),
    format: z.string().optional(),
    pattern: z.string().optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    minItems: z.number().optional(),
    maxItems: z.number().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
  }),
);

/** What a caller sends, after it was tidied. */
export const jsonOf = (schema: z.ZodType): JsonSchema =>
  JsonSchema.parse(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }));

/** A place for a text or a whole number within an input, and inputs that have a given value there. */
export interface Place {
  /** `members.0.id` */
  path: string;
  kind: 'text' | 'number';
  /** Inputs that differ only at this place, when made from one seed. */
  inputsWith: (value: unknown) => Values;
}

/** Where a caller could name something: every text without a format of its own and every whole number, however deep. */
export function placesIn(schema: z.ZodType, known: Known): Place[] {
  return placesOf(jsonOf(schema), '');

  function placesOf(from: JsonSchema, path: string): Place[] {
    const options = from.anyOf ?? from.oneOf;
    if (options) return options.flatMap((option) => placesOf(option, path));
    if (from.enum || from.const !== undefined || from.format !== undefined) return [];
    if (from.type === 'string') return [{ path, kind: 'text', inputsWith: (value) => fc.constant(value) }];
    if (from.type === 'integer') return [{ path, kind: 'number', inputsWith: (value) => fc.constant(value) }];
    if (from.type === 'array' && from.items) {
      return placesOf(from.items, `${path}.0`).map((place) => within(place, (inner) => fc.tuple(inner)));
    }
    const { properties = {}, required = [] } = from;
    return Object.entries(properties).flatMap(([name, field]) => {
      const others = Object.fromEntries(
        required
          .filter((other) => other in properties && other !== name)
          .map((other) => [other, valuesOfJson(properties[other] ?? {}, known)]),
      );
      return placesOf(field, path === '' ? name : `${path}.${name}`).map((place) =>
        within(place, (inner) => fc.record({ ...others, [name]: inner })),
      );
    });
  }
}

const within = ({ path, kind, inputsWith }: Place, around: (inner: Values) => Values): Place => ({
  path,
  kind,
  inputsWith: (value) => around(inputsWith(value)),
});

/** Names and ids of rows there are, tried in every field of words or numbers. */
export type Known = Record<'text' | 'number', readonly unknown[]>;

/** Values of the field's own kind. */
export const valuesOf = (schema: z.ZodType, known: Known): Values => valuesOfJson(jsonOf(schema), known);

function valuesOfJson(schema: JsonSchema, known: Known): Values {
  return ofJson(schema);

  function ofJson(from: JsonSchema): Values {
    const options = from.anyOf ?? from.oneOf;
    if (options) return fc.oneof(...options.map(ofJson));
    if (from.const !== undefined) return fc.constant(from.const);
    if (from.enum) return fc.constantFrom(...from.enum);
    const { type } = from;
    if (type === 'object') return fieldsOf(from);
    if (type === 'array') return listOf(from);
    if (type === 'integer' || type === 'number') return numbersOf(from);
    if (type === 'boolean') return fc.boolean();
    if (type === 'null') return fc.constant(null);
    return type === 'string' ? wordsOf(from) : hostile;
  }

  function listOf({ items = {}, minItems = 0, maxItems = 3 }: JsonSchema): Values {
    return fc.array(ofJson(items), {
      minLength: minItems,
      maxLength: Math.max(minItems, Math.min(maxItems, 3)),
    });
  }

  function numbersOf({ minimum, maximum }: JsonSchema): Values {
    return fc.oneof(
      fc.integer({ min: Math.max(minimum ?? 0, -(2 ** 31)), max: Math.min(maximum ?? 99, 99_999) }),
      fc.constantFrom(...known.number),
      // Where the contract ends is where the database must not fail.
      fc.constantFrom(minimum ?? -1, maximum ?? Number.MAX_SAFE_INTEGER),
    );
  }

  function fieldsOf({ properties = {}, required = [] }: JsonSchema): Values {
    return fc.record(
      Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, ofJson(field)])),
      { requiredKeys: required.filter((name) => name in properties) },
    );
  }

  function wordsOf({ format, pattern, minLength = 0, maxLength = 30 }: JsonSchema): Values {
    if (format === 'date') return fc.constantFrom(...days, '2026-11-25', '2027-01-01');
    if (format === 'date-time')
      return fc.constantFrom(...days, '2026-11-20T13:00:00Z', '2026-11-21T08:00:00Z');
    if (format === 'uuid') return fc.uuid();
    const made = pattern === undefined ? undefined : matching(pattern);
    return fc.oneof(
      fc.constantFrom(...known.text),
      fc.string({ unit: 'grapheme', minLength: Math.min(minLength, 30), maxLength: Math.min(maxLength, 30) }),
      ...(made ? [made] : []),
    );
  }
}

/** Words of a pattern; `undefined` where fast-check does not know its syntax. */
function matching(pattern: string): Values | undefined {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'), { maxLength: 40 });
  } catch {
    return undefined;
  }
}
