import { z } from 'zod';

import { osloDay } from '#kernel/dates.ts';
import { refuse } from '#kernel/errors.ts';
import { limits } from '#kernel/limits.ts';
import { implement } from '#server/http/endpoint.ts';
import { manifest } from '#server/manifest.ts';
import { findChoosable } from '#server/session/schools.ts';

import { languages, settings, UserSettings, userSettingsAtFirst } from '../contract.ts';
import * as store from './store.ts';

export const settingsHandlers = implement(settings, {
  async site({ db, now, services: { demo, federations, setup } }) {
    const site = await store.readSiteSettings(db);
    const read = reader(site);
    return {
      version: manifest.version,
      ownerName: read('ownerName', z.string(), ''),
      demo,
      isSetUp: demo || !(await setup.isOpen(db)),
      now,
      languages: [...languages],
      federation: federations.kind,
      accessibilityStatementUrl: read('accessibilityStatementUrl', z.string(), null),
      privacyUrl: read('privacyUrl', z.string(), null),
      supportUrl: read('supportUrl', z.string(), null),
      importWindow: read('importWindow', z.object({ from: z.string(), to: z.string() }), {
        from: '16:00',
        to: '22:00',
      }),
      deactivationSpanDays: read('deactivationSpanDays', z.number(), 90),
      newUserDays: read('newUserDays', z.number(), limits.newUserDays),
      passwordMinimum: read('passwordMinimum', z.number(), limits.passwordMinimum),
    };
  },

  async frontPage({ db, input: { lang }, now }) {
    const info = reader(await store.readSiteSettings(db))('frontPageInfo', StoredInfo, undefined);
    const today = osloDay(now);
    const isTime = info && (info.from ?? today) <= today && today <= (info.to ?? today);
    if (!isTime) return { text: '', lang, severity: 'info' as const, from: null, to: null };
    const { severity, from, to } = info;
    const own = info.text[lang];
    if (own !== undefined) return { text: own, lang, severity, from, to };
    return { text: info.text['nb'] ?? '', lang: 'nb' as const, severity, from, to };
  },

  async own({ db, actor }) {
    const { userId } = actor ?? refuse('access.signed-out');
    const stored = await store.readUserSettings(db, userId);
    // A value of an older version that no longer fits is as good as none.
    return fitting(stored);
  },

  async updateOwn({ db, actor, input, now }) {
    const { userId } = actor ?? refuse('access.signed-out');
    if (
      typeof input.defaultSchool === 'string' &&
      !(await findChoosable(db, userId, input.defaultSchool, now))
    ) {
      refuse('sign-in.school-invalid');
    }
    await store.writeUserSettings(db, userId, input);
    return {};
  },
});

const StoredInfo = z.object({
  /** By language; bokmål stands in for what is missing. */
  text: z.record(z.string(), z.string()),
  severity: z.enum(['info', 'warning']).default('info'),
  from: z.iso.date().nullable().default(null),
  to: z.iso.date().nullable().default(null),
});

/** A stored setting that does not fit its schema is as good as none. */
function reader(stored: Map<string, unknown>) {
  return <T, I>(key: string, schema: z.ZodType<T>, initial: I): T | I => {
    const parsed = schema.safeParse(stored.get(key));
    return parsed.success ? parsed.data : initial;
  };
}

function fitting(stored: Record<string, unknown>): UserSettings {
  const all = { ...userSettingsAtFirst, ...stored };
  const read = UserSettings.safeParse(all);
  if (read.success) return read.data;
  const wrong = new Set(read.error.issues.map(({ path }) => path[0]));
  const sound = Object.entries(stored).filter(([key]) => !wrong.has(key));
  return UserSettings.parse({ ...userSettingsAtFirst, ...Object.fromEntries(sound) });
}
