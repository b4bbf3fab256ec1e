/** The field rules of the product (specification §5), one export per kind of field. */
import { z } from 'zod';

import { limits } from './limits.ts';

/**
 * A pattern rule whose message is a key of the form catalogue: the browser says it with the field's label as
 * subject, in its own language.
 */
const pattern = (expression: RegExp, key: string) => ({ regex: expression, key });

export const patterns = {
  email: pattern(/^[a-z][\w.-]{1,64}@[\w-]+(\.[a-z]{2,}){1,2}$/i, 'email'),
  phone: pattern(/^(?:0047|\+47|47)?\d{8}$/, 'invalid'),
  noAngles: pattern(/^[^<>]*$/, 'angles'),
  userName: pattern(/^[^\s/\\[\]:;|=,+*?<>"@]+$/, 'invalid'),
} as const;

function text(rule: { regex: RegExp; key: string }, maximum: number) {
  return z.string().trim().max(maximum).regex(rule.regex, { error: rule.key });
}

export const UserName = z.string().min(1).max(64);
/** The name of an account that somebody makes in the portal itself. */
export const AccountName = z
  .string()
  .trim()
  .min(3)
  .max(64)
  .regex(/^[a-z0-9][a-z0-9._-]*$/i, { error: 'accountName' });
/** A first or last name, or the name of an owner. */
export const PlainName = z.string().trim().min(1).max(120).regex(patterns.noAngles.regex, {
  error: patterns.noAngles.key,
});
export const Email = text(patterns.email, limits.email);
/** Spaces a person types between the digits are not part of the number. */
export const Phone = z
  .string()
  .transform((typed) => typed.replaceAll(/[\s()-]/g, ''))
  .pipe(z.string().regex(patterns.phone.regex, { error: patterns.phone.key }));
export const UserTitle = text(patterns.noAngles, limits.userTitle);
export const Description = text(patterns.noAngles, limits.description);

/** Yes or no, also as an address has it, where everything is words. */
export const Flag = z.preprocess((value) => {
  if (value === 'true') return true;
  return value === 'false' ? false : value;
}, z.boolean());

/** The largest `integer` of the database. */
const LARGEST_INTEGER = 2_147_483_647;

/** A whole number, also as an address has it, where everything is words. */
export const whole = (minimum: number, maximum: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value),
    z.number().int().min(minimum).max(maximum),
  );

/** Names a row, in a body. */
export const RowNumber = z.number().int().min(1).max(LARGEST_INTEGER);
/** Names a row, also in an address. A number that no row can have is refused by its field, before the database is asked. */
export const RowId = whole(1, LARGEST_INTEGER);
/** Names an operation of the journal, which outgrows `integer`. */
export const OperationId = whole(1, Number.MAX_SAFE_INTEGER);
export const PageNumber = whole(1, 1_000_000);
/** The version of a row that a change was made on. */
export const RowVersion = z.number().int().min(0).max(LARGEST_INTEGER);

/** PostgreSQL and the Gregorian calendar have no year 0; ISO 8601 has. */
const hasYear = (day: string) => !day.startsWith('0000');

/** Hours are added to what callers give, and a year has four digits on both sides of that. */
const isOfOurTime = (moment: string) => moment >= '1900' && moment < '3000';
/** No place is more than fourteen hours from UTC, and the database takes no offset of sixteen. */
const isOnEarth = (moment: string) => !/[+-](1[5-9]|2\d):\d\d$/.test(moment);

/** A day there is: `2026-11-20`. */
export const Day = z.iso.date({ abort: true }).refine(hasYear);
/** From a day to a day, either of which may be left out: `2026-11-20..`. */
export const DaySpan = z
  .string()
  .max(22)
  .regex(/^(\d{4}-\d\d-\d\d)?\.\.(\d{4}-\d\d-\d\d)?$/, { error: 'invalid', abort: true })
  .refine((span) => span.split('..').every((day) => day === '' || Day.safeParse(day).success));
/** A moment as a caller writes it, with its offset: `2026-11-20T09:00:00+01:00`. */
export const GivenMoment = z.iso
  .datetime({ offset: true, abort: true })
  .refine((moment) => isOfOurTime(moment) && isOnEarth(moment));

/** A moment in UTC. The database gives a `Date`, or its own ISO 8601 inside JSON; the wire and the browser see UTC. */
export const Moment = z.preprocess(inUtc, z.iso.datetime());

function inUtc(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'string') return value;
  // What a database in UTC writes: sixty times in a page of a list, so it is not worth a date.
  if (value.endsWith('+00:00')) {
    return `${value.slice(0, 19)}.${value.slice(20, -6).padEnd(3, '0').slice(0, 3)}Z`;
  }
  return /T.*[+-]\d\d:\d\d$/.test(value) ? new Date(value).toISOString() : value;
}

/** An empty field of a form means "nothing", not an empty text. */
export const orNothing = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' ? null : value), schema.nullable());

export const Nothing = z.object({});
export const Done = z.object({});
