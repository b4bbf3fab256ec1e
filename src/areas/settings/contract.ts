/** The portal's and the user's own settings (specification §7 "Settings and logs"). */
import { z } from 'zod';

import { command, query } from '#kernel/contract.ts';
import { Day, Done, Moment, Nothing } from '#kernel/fields.ts';

/** As stored in the browser under `language` (specification §9), in our short form. */
export const languages = ['nb', 'nn', 'en', 'fr'] as const;
export const themes = ['system', 'light', 'dark'] as const;
export const densities = ['compact', 'normal', 'comfortable'] as const;
export const tableModes = ['scroll', 'pages'] as const;

export const UserSettings = z.object({
  language: z.enum(languages),
  theme: z.enum(themes),
  density: z.enum(densities),
  /** One growing list, or a plain table of 30 rows a page. */
  tableMode: z.enum(tableModes),
  /** Code of the school a new session stands at; null = the primary school. */
  defaultSchool: z.string().max(20).nullable(),
  /** What the user is told about, by event: open, so that an event can come or go and its choice stay. */
  notifications: z.record(z.string().max(60), z.boolean()),
  /** Columns the user has taken away, by list; open likewise. */
  hiddenColumns: z.record(z.string().max(60), z.array(z.string().max(60)).max(100)),
});
export type UserSettings = z.output<typeof UserSettings>;

export const userSettingsAtFirst: UserSettings = {
  language: 'nb',
  theme: 'system',
  density: 'normal',
  tableMode: 'scroll',
  defaultSchool: null,
  notifications: {},
  hiddenColumns: {},
};

export const SiteSettings = z.object({
  version: z.string(),
  ownerName: z.string(),
  /** A demo municipality: plainly marked on every screen. */
  demo: z.boolean(),
  /** False until somebody administers the portal: the first visitor goes to `/setup`. */
  isSetUp: z.boolean(),
  /** The portal's clock, which a demo can move. */
  now: Moment,
  languages: z.array(z.enum(languages)),
  /** A federation is set up: the sign-in page offers it. */
  federation: z.enum(['none', 'feide', 'simulated']),
  accessibilityStatementUrl: z.string().nullable(),
  privacyUrl: z.string().nullable(),
  supportUrl: z.string().nullable(),
  /** Hours between which imports normally run, Oslo time (specification §9). */
  importWindow: z.object({ from: z.string(), to: z.string() }),
  /** The longest a deactivation may last (specification §5, {span}). */
  deactivationSpanDays: z.number().int(),
  newUserDays: z.number().int(),
  passwordMinimum: z.number().int(),
});
export type SiteSettings = z.output<typeof SiteSettings>;

export const FrontPageInfo = z.object({
  /** Plain text; empty when there is none, or it is not its time. */
  text: z.string(),
  /** The language it is written in: bokmål where nobody has written it in the one asked for. */
  lang: z.enum(languages),
  severity: z.enum(['info', 'warning']),
  from: Day.nullable(),
  to: Day.nullable(),
});
export type FrontPageInfo = z.output<typeof FrontPageInfo>;

export const settings = {
  site: query('GET /sitesettings/info', {
    summary: 'What the browser needs to know about this portal before and after sign-in',
    permission: 'anyone',
    input: Nothing,
    output: SiteSettings,
  }),
  frontPage: query('GET /public/frontpageinfo', {
    summary: 'The message on the sign-in page',
    permission: 'anyone',
    input: z.object({ lang: z.enum(languages).default('nb') }),
    output: FrontPageInfo,
  }),
  own: query('GET /usersettings/info', {
    summary: "The signed-in user's own settings",
    permission: 'signed-in',
    input: Nothing,
    output: UserSettings,
  }),
  updateOwn: command('PUT /usersettings/update', {
    summary: "Change some of the user's own settings; those not named stay",
    permission: 'signed-in',
    event: 'user-settings.updated',
    input: UserSettings.partial(),
    output: Done,
    errors: ['sign-in.school-invalid'],
  }),
};
