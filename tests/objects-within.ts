/** The objects within the fields of a schema, wherever they stand: each with an input that holds it and a stray field. */
import { z } from 'zod';

type Path = readonly (string | number)[];

interface Within {
  path: Path;
  schema: z.ZodObject;
  /** The field as it is sent, with this object in its place. */
  sent: (object: object) => object;
}

const leaves = [
  z.ZodString,
  z.ZodNumber,
  z.ZodBoolean,
  z.ZodEnum,
  z.ZodLiteral,
  z.ZodTransform,
  z.ZodStringFormat,
];

/** Throws at a kind of schema it does not know how to look into, so none is passed over. */
function walk(schema: unknown, path: Path, sent: Within['sent']): Within[] {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape).flatMap(([name, field]) =>
      walk(field, [...path, name], (object) => sent({ [name]: object })),
    );
    return [{ path, schema, sent }, ...fields];
  }
  if (schema instanceof z.ZodArray) return walk(schema.element, [...path, 0], (object) => sent([object]));
  if (schema instanceof z.ZodRecord) {
    const keys: readonly unknown[] = schema.keyType instanceof z.ZodEnum ? schema.keyType.options : ['any'];
    const key = String(keys[0]);
    return walk(schema.valueType, [...path, key], (object) => sent({ [key]: object }));
  }
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const { options, def } = schema;
    return options.flatMap((option) =>
      walk(option, path, (object) => sent({ ...tagOf(option, def.discriminator), ...object })),
    );
  }
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => walk(option, path, sent));
  if (schema instanceof z.ZodPipe) return [...walk(schema.in, path, sent), ...walk(schema.out, path, sent)];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return walk(schema.unwrap(), path, sent);
  }
  if (leaves.some((leaf) => schema instanceof leaf)) return [];
  throw new Error(`Nothing is known of the schema at ${path.join('.')}`);
}

/** What tells one kind of a union from the others. */
function tagOf(option: unknown, discriminator: string): object {
  const tag: unknown = option instanceof z.ZodObject ? option.shape[discriminator] : undefined;
  if (!(tag instanceof z.ZodLiteral)) throw new Error(`No kind is told by ${discriminator}`);
  return { [discriminator]: tag.value };
}

/** Those within the fields of an input; the input itself is not among them. */
export function objectsWithin(input: z.ZodObject): Within[] {
  return walk(input, [], (object) => object).filter(({ path }) => path.length > 0);
}
