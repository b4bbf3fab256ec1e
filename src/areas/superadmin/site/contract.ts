/** What the owner decides about its own portal: name, colour, the message on the sign-in page, spans, and where to ask. */
import { z } from 'zod';

import { command, query } from '#kernel/contract.ts';
import { Day, orNothing, patterns } from '#kernel/fields.ts';

const NAME_MAXIMUM = 120;
const INFORMATION_MAXIMUM = 600;
const ADDRESS_MAXIMUM = 500;
const SPAN_MAXIMUM = 366;
const NEW_MAXIMUM = 365;

/** The colour of a portal whose owner has chosen none; the one `src/web/theme/colors.css` is written with. */
export const firstColor = '#0d5d66';

/** `#0d5d66`, as browsers' colour fields give it. */
export const Color = z
  .string()
  .trim()
  .regex(/^#[0-9a-f]{6}$/i, { error: 'color' })
  .transform((typed): `#${string}` => `#${typed.slice(1).toLowerCase()}`);

const Name = z
  .string()
  .trim()
  .min(1)
  .max(NAME_MAXIMUM)
  .regex(patterns.noAngles.regex, { error: patterns.noAngles.key });
/** Plain text: it is shown, never interpreted. */
const Information = z.string().trim().max(INFORMATION_MAXIMUM);
const Address = orNothing(z.url({ protocol: /^https?$/, error: 'url' }).max(ADDRESS_MAXIMUM));

const fields = {
  ownerName: Name,
  color: Color,
  informationNb: Information,
  informationNn: Information,
  informationEn: Information,
  informationFr: Information,
  informationSeverity: z.enum(['info', 'warning']),
  informationFrom: orNothing(Day),
  informationTo: orNothing(Day),
  /** The longest an account may be closed (specification §5, {span} days). */
  deactivationSpanDays: z.number().int().min(1).max(SPAN_MAXIMUM),
  /** How far back "new users" looks (specification §9, "the last x days"). */
  newUserDays: z.number().int().min(1).max(NEW_MAXIMUM),
  accessibilityStatementUrl: Address,
  privacyUrl: Address,
  supportUrl: Address,
};

/** The settings as they are edited; `version` says which state of them the editor saw. */
export const SiteForm = z.object({ ...fields, version: z.string() });

/** As they are read: a new portal has no name yet. */
export const OwnSite = SiteForm.extend({ ownerName: z.string() });
export type OwnSite = z.output<typeof OwnSite>;

const inOrder = ({
  informationFrom: from,
  informationTo: to,
}: Pick<OwnSite, 'informationFrom' | 'informationTo'>) => from === null || to === null || from <= to;

/** A variable of the theme, `accent`, with its value in light and in dark. */
const Shade = z.object({ name: z.string(), light: z.string(), dark: z.string() });

export const site = {
  read: query('GET /superadminsettings/site', {
    summary: 'The settings of the portal that its owner decides',
    permission: 'site.manage',
    input: z.object({}),
    output: OwnSite,
  }),
  update: command('PUT /superadminsettings/site', {
    summary:
      'Change the name, the colour, the message on the sign-in page, the spans and the links of the portal',
    permission: 'site.manage',
    event: 'site-settings.updated',
    input: SiteForm.refine(inOrder, { error: 'order', path: ['informationTo'] }),
    output: OwnSite,
    errors: ['row.stale'],
  }),
  shades: query('GET /superadminsettings/site/shades', {
    summary: 'What a colour becomes in the portal, light and dark, before it is chosen',
    permission: 'site.manage',
    cacheable: true,
    input: z.object({ color: Color }),
    output: z.object({ Items: z.array(Shade) }),
  }),
};
