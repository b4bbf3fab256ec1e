import { z } from 'zod';

import { refuse } from '#kernel/errors.ts';
import { limits } from '#kernel/limits.ts';
import type { Db } from '#server/db.ts';
import { implement } from '#server/http/endpoint.ts';
import { COLOR_KEY } from '#server/theme/store.ts';

import { Color, firstColor, OwnSite, site } from '../contract.ts';
import { holdSite, readSite, writeSite } from './store.ts';

/** What `GET /public/frontpageinfo` and `GET /sitesettings/info` read. */
const KEYS = [
  'ownerName',
  COLOR_KEY,
  'frontPageInfo',
  'deactivationSpanDays',
  'newUserDays',
  'accessibilityStatementUrl',
  'privacyUrl',
  'supportUrl',
] as const;

type Span = 'deactivationSpanDays' | 'newUserDays';

/** What is as the specification has it is not stored. */
const unlessFirst = (key: Span, input: OwnSite): number | null =>
  input[key] === limits[key] ? null : input[key];

export const siteHandlers = implement(site, {
  read: async ({ db }) => readOwn(db),

  async update({ db, input }) {
    await holdSite(db);
    const { version } = await readSite(db, KEYS);
    if (version !== input.version) refuse('row.stale');
    await writeSite(db, {
      ownerName: input.ownerName,
      [COLOR_KEY]: input.color,
      frontPageInfo: informationOf(input),
      deactivationSpanDays: unlessFirst('deactivationSpanDays', input),
      newUserDays: unlessFirst('newUserDays', input),
      accessibilityStatementUrl: input.accessibilityStatementUrl,
      privacyUrl: input.privacyUrl,
      supportUrl: input.supportUrl,
    });
    return readOwn(db);
  },

  shades: async ({ input: { color } }) => {
    // Read when a colour is first tried: no start waits for it.
    const { municipalityShades } = await import('#server/theme/colors.ts');
    return { Items: municipalityShades(color) };
  },
});

const StoredInformation = z
  .object({
    text: z.record(z.string(), z.string()),
    severity: z.enum(['info', 'warning']),
    from: z.iso.date().nullable(),
    to: z.iso.date().nullable(),
  })
  .partial()
  .catch({});

/** A setting that does not fit its field any more is as good as none. */
async function readOwn(db: Db): Promise<OwnSite> {
  const { settings, version } = await readSite(db, KEYS);
  const { text = {}, severity, from, to } = StoredInformation.parse(settings.get('frontPageInfo'));
  const field = <T, I>(key: string, schema: z.ZodType<T>, initial: I): T | I => {
    const parsed = schema.safeParse(settings.get(key));
    return parsed.success ? parsed.data : initial;
  };
  const address = (key: 'accessibilityStatementUrl' | 'privacyUrl' | 'supportUrl') =>
    field(key, OwnSite.shape[key], null);
  const span = (key: Span) => field(key, OwnSite.shape[key], limits[key]);
  return {
    ownerName: field('ownerName', z.string(), ''),
    color: field(COLOR_KEY, Color, firstColor),
    informationNb: text['nb'] ?? '',
    informationNn: text['nn'] ?? '',
    informationEn: text['en'] ?? '',
    informationFr: text['fr'] ?? '',
    informationSeverity: severity ?? 'info',
    informationFrom: from ?? null,
    informationTo: to ?? null,
    deactivationSpanDays: span('deactivationSpanDays'),
    newUserDays: span('newUserDays'),
    accessibilityStatementUrl: address('accessibilityStatementUrl'),
    privacyUrl: address('privacyUrl'),
    supportUrl: address('supportUrl'),
    version,
  };
}

/** Null: no message in any language. */
function informationOf(input: OwnSite): object | null {
  const texts = {
    nb: input.informationNb,
    nn: input.informationNn,
    en: input.informationEn,
    fr: input.informationFr,
  };
  const text = Object.fromEntries(Object.entries(texts).filter(([, words]) => words !== ''));
  if (Object.keys(text).length === 0) return null;
  return {
    text,
    severity: input.informationSeverity,
    from: input.informationFrom,
    to: input.informationTo,
  };
}
