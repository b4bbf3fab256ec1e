/**
 * The page of somebody who is shut out: that the internet is closed, until when and by which lock. Squid fills it in
 * with what the answer says. In Norwegian, whatever the language of the portal: it is read in classrooms.
 *
 * Squid shows it for http. Of https a browser asks for a tunnel and shows a page of its own when there is none.
 */
import { osloDay, showDay, showMoment } from '#kernel/dates.ts';

import type { Answer } from '../point/engine.ts';

export const REFUSAL_PAGE = 'ERR_INTERNET_LOCK';

/** Of an empty note Squid makes a dash. */
const NOTHING = '<!---->';

type Refused = Exclude<Answer, { open: true }>;

/** A letter at the end of each name keeps them apart from Squid's own. */
interface Notes {
  heading_: string;
  reason_: string;
  lock_: string;
}

export function refusalNotes(refused: Refused, now: Date): Notes & { message: string } {
  const { heading, reason } = said(refused, now);
  const locks = refused.locks.map(({ id, exam, description }) => {
    const kind = exam ? 'Eksamenssperre' : 'Internettsperre';
    return description === '' ? `${kind} ${id}` : `${kind} ${id}: ${description}`;
  });
  return {
    message: refused.why,
    heading_: inHtml(heading),
    reason_: inHtml(reason),
    lock_: locks.length > 0 ? inHtml(shortened(locks.join(' · '))) : NOTHING,
  };
}

function said({ why, locks }: Refused, now: Date): { heading: string; reason: string } {
  switch (why) {
    case 'starting':
      return {
        heading: 'Internett åpner straks',
        reason: 'Nettfilteret starter og har ikke fått vite hvem som har sperre. Prøv igjen om litt.',
      };
    case 'nobody':
      return {
        heading: 'Vi vet ikke hvem du er',
        reason: 'Logg på maskinen med din egen bruker. Hjelper det ikke, si fra til IT på skolen.',
      };
    case 'port':
      return {
        heading: `Internett er sperret ${untilWhen(locks, now)}`,
        reason: 'Nettstedet er åpent, men bare for vanlige nettsider.',
      };
    case 'not-listed':
    case 'not-an-address':
      break;
  }
  return {
    heading: `Internett er sperret ${untilWhen(locks, now)}`,
    reason: 'Denne siden er ikke blant dem som er åpne så lenge sperren varer.',
  };
}

/** All of them must end before everything is open again. */
function untilWhen(locks: Refused['locks'], now: Date): string {
  const last = locks.reduce<Date | undefined>(
    (latest, { until }) => (latest === undefined || until > latest ? until : latest),
    undefined,
  );
  if (last === undefined) return '';
  const clock = showMoment(last).slice(-5).replace(':', '.');
  const isToday = osloDay(last) === osloDay(now);
  return isToday ? `til kl. ${clock}` : `til ${showDay(last)} kl. ${clock}`;
}

const LONGEST = 300;

/** Half of a sign that takes two places is no text, and cannot be sent. */
const shortened = (text: string): string => text.slice(0, LONGEST).replace(/[\uD800-\uDBFF]$/, '');

const letters: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const inHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => letters[letter] ?? '');

/** `%'` is Squid's "as it is": the notes are made fit for HTML before. */
const note = (name: keyof Notes): string => `@Squid{%'{${name}}note}`;

/** Whole in one file, since nothing else may be open. */
export const refusalPage = `<!doctype html>
<html lang="nb">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Internett er sperret</title>
<style>
:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px; box-sizing: border-box;
  background: light-dark(#f3f3f4, #16181a); color: light-dark(#272c31, #ececed);
  font: 16px/1.5 Inter, system-ui, sans-serif; }
main { max-width: 30rem; padding: 32px; border-radius: 12px; border: 1px solid light-dark(#d9dadb, #32363a);
  background: light-dark(#ffffff, #1d2022); }
svg { display: block; margin-bottom: 20px; color: light-dark(#80540f, #d39e5b); }
h1 { margin: 0 0 8px; font-size: 23px; font-weight: 660; line-height: 1.2; letter-spacing: -0.018em; }
p { margin: 0; }
.lock { margin-top: 20px; padding-top: 16px; border-top: 1px solid light-dark(#d9dadb, #32363a);
  font-size: 14px; color: light-dark(#5a5e62, #a6a8aa); overflow-wrap: anywhere; }
.lock:empty { display: none; }
</style>
</head>
<body>
<main>
<svg width="40" height="40" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true">
<rect x="4.75" y="10.75" width="14.5" height="9.5" rx="1.5"/><path d="M8 10.5V7.5a4 4 0 0 1 8 0v3M12 14v3"/></svg>
<h1>${note('heading_')}</h1>
<p>${note('reason_')}</p>
<p class="lock">${note('lock_')}</p>
</main>
</body>
</html>
`;
