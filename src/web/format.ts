/**
 * Dates, times and numbers as Norwegians write them, whatever the language of the words: Chromium has no
 * nynorsk data, and the portal's dates are dd.mm.yyyy everywhere (specification §5). All times are Oslo's.
 */
const zone = 'Europe/Oslo';

const parts = new Intl.DateTimeFormat('nb-NO', {
  timeZone: zone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const numberFormat = new Intl.NumberFormat('nb-NO', { maximumFractionDigits: 2 });
const percentFormat = new Intl.NumberFormat('nb-NO', { style: 'percent', maximumFractionDigits: 1 });

type Moment = Date | string | number;

function pieces(moment: Moment): Record<string, string> {
  return Object.fromEntries(parts.formatToParts(new Date(moment)).map(({ type, value }) => [type, value]));
}

/** `2026-11-20` or a moment → `20.11.2026`. A date without time is never moved between zones. */
export function formatDate(moment: Moment): string {
  if (typeof moment === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(moment)) {
    return moment.split('-').toReversed().join('.');
  }
  const { day, month, year } = pieces(moment);
  return `${day}.${month}.${year}`;
}

/** → `14:52` */
export function formatTime(moment: Moment): string {
  const { hour, minute } = pieces(moment);
  return `${hour}:${minute}`;
}

/** → `20.11.2026 14:52` */
export const formatDateTime = (moment: Moment): string => `${formatDate(moment)} ${formatTime(moment)}`;

/** The end of a period: on the day it begins, its time alone. */
export const formatEnd = (from: Moment, until: Moment): string =>
  dateInOslo(from) === dateInOslo(until) ? formatTime(until) : formatDateTime(until);

/** → `20.11.2026 14:52:07`, for logs. */
export function formatExactTime(moment: Moment): string {
  return `${formatDateTime(moment)}:${pieces(moment)['second']}`;
}

/** → `100 000`, with no-break spaces. */
export const formatNumber = (value: number): string => numberFormat.format(value);

/** 0.125 → `12,5 %` */
export const formatPercent = (share: number): string => percentFormat.format(share);

/** Bytes → `1,4 GB`, in steps of 1000. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${numberFormat.format(Math.round(value * 10) / 10)} ${units[unit]}`;
}

const spans: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** → `for 3 dager siden`, `om 2 timer`, `nå`. `language` is the language of the words. */
export function formatRelative(moment: Moment, now: Moment, language: string): string {
  const words = new Intl.RelativeTimeFormat(language === 'nn' ? 'nb' : language, { numeric: 'auto' });
  const inWords = (count: number, unit: Intl.RelativeTimeFormatUnit) => {
    const said = words.format(count, unit);
    return language === 'nn' ? inNynorsk(said) : said;
  };
  const seconds = (new Date(moment).getTime() - new Date(now).getTime()) / 1000;
  for (const [unit, length] of spans) {
    if (Math.abs(seconds) >= length) return inWords(Math.round(seconds / length), unit);
  }
  return inWords(0, 'second');
}

const dayLocales: Record<string, string> = { en: 'en-GB', fr: 'fr-FR' };

/** → `fredag 20. november`. `language` is the language of the words. */
export function formatDay(moment: Moment, language: string): string {
  const words = new Intl.DateTimeFormat(dayLocales[language] ?? 'nb-NO', {
    timeZone: zone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  });
  const day = words.format(new Date(moment));
  return language === 'nn' ? inNynorsk(day) : day;
}

const nynorsk: Record<string, string> = {
  mandag: 'måndag',
  tirsdag: 'tysdag',
  lørdag: 'laurdag',
  'man.': 'mån.',
  'tir.': 'tys.',
  'lør.': 'lau.',
  morgen: 'morgon',
  siden: 'sidan',
  forrige: 'førre',
  minutter: 'minutt',
  timer: 'timar',
  dager: 'dagar',
  uke: 'veke',
  uker: 'veker',
  måned: 'månad',
  måneder: 'månader',
};

/** Browsers have no nynorsk: what they write of days and times in bokmål, in nynorsk. */
export const inNynorsk = (bokmaal: string): string =>
  bokmaal
    .split(' ')
    .map((word) => nynorsk[word] ?? word)
    .join(' ');

/**
 * What a person typed → `yyyy-mm-dd`, or undefined when it is no date. Reads 20.11.2026, 20.11.26, 20112026,
 * 201126, 20/11-2026 and 2026-11-20; without a year it is this year's (`today` is `yyyy-mm-dd`).
 */
export function parseDate(typed: string, today: string): string | undefined {
  const text = typed.trim();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  if (iso) return validDate(Number(iso[1]), Number(iso[2]), Number(iso[3]));

  const run = /^(\d{2})(\d{2})(\d{2}|\d{4})$/.exec(text);
  const spaced = /^(\d{1,2})[. /-]+(\d{1,2})(?:[. /-]+(\d{4}|\d{2}))?\.?$/.exec(text);
  const found = run ?? spaced;
  if (!found) return undefined;

  const year = found[3] ?? today.slice(0, 4);
  return validDate(
    year.length === 2 ? Number(`20${year}`) : Number(year),
    Number(found[2]),
    Number(found[1]),
  );
}

function validDate(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const same = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return same && year >= 1900 && year < 2200 ? date.toISOString().slice(0, 10) : undefined;
}

/** The date in Oslo at a moment, `yyyy-mm-dd`. */
export function dateInOslo(moment: Moment): string {
  const { day, month, year } = pieces(moment);
  return `${year}-${month}-${day}`;
}
