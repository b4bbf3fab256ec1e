/** The pages of the simulated federation: plain, in Norwegian, without script, and plainly not Feide. */
import type { SimulatedPerson } from './people.ts';

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const safe = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="nb">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Feide (simulert)</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/simulated-feide/stil.css">
</head>
<body>
<main>
<p class="mark"><strong>Feide (simulert)</strong> – dette er ikke Feide. Innloggingen gjelder bare demokommunen.</p>
<h1>${title}</h1>
${body}
</main>
</body>
</html>`;
}

interface Picking {
  uid: string;
  people: readonly SimulatedPerson[];
  search: string;
  /** The service asks for a second factor. */
  isStrong: boolean;
}

/** One button per person; choosing is signing in. */
export function pickPage({ uid, people, search, isStrong }: Picking): string {
  const action = `/simulated-feide/velg/${encodeURIComponent(uid)}`;
  const rows = people.map(
    ({ userName, displayName, about }) =>
      `<li><button name="person" value="${safe(userName)}"><strong>${safe(displayName)}</strong>
<span>${safe(userName)}</span><span>${safe(about)}</span></button></li>`,
  );
  const found = search === '' ? 'Personer i demokommunen' : `Treff på «${safe(search)}»`;
  const none = '<p role="status">Ingen personer passer. Søk på navn eller brukernavn.</p>';
  return page(
    isStrong ? 'Logg inn med to faktorer' : 'Hvem vil du logge inn som?',
    `${isStrong ? '<p>Tjenesten krever to faktorer av administratorer. Her regnes valget som begge.</p>' : ''}
<form method="get" action="${action}" role="search">
<label for="sok">Søk blant alle personer</label>
<span class="row"><input id="sok" name="sok" type="search" value="${safe(search)}" autocomplete="off"><button>Søk</button></span>
</form>
<h2>${found}</h2>
<form method="post" action="${action}">
${rows.length === 0 ? none : `<ul>${rows.join('\n')}</ul>`}
<button name="avbryt" value="1" class="quiet" formnovalidate>Avbryt</button>
</form>`,
  );
}

/** `form`: the provider's own, which carries what it needs to know the request again. */
export function signOutPage(form: string): string {
  const button =
    '<button type="submit" form="op.logoutForm" name="logout" value="yes">Logg ut av Feide (simulert)</button>';
  return page(
    'Logg ut',
    `<p>Du logges ut av alle tjenester som bruker denne innloggingen.</p>${form}${button}`,
  );
}

export const outdatedPage = (): string =>
  page(
    'Innloggingen er utløpt',
    '<p>Gå tilbake til portalen og begynn på nytt.</p><p><a href="/login">Til innlogging</a></p>',
  );

export const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; background: light-dark(#f4f6f7, #15191c); color: light-dark(#1c2226, #e8ecee); }
main { max-width: 44rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
.mark { padding: .75rem 1rem; border: 2px dashed light-dark(#8a5a00, #e0b050); border-radius: 8px; background: light-dark(#fff6e0, #2c2413); }
h1 { font-size: 1.5rem; margin: 1.5rem 0 1rem; }
h2 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
label { display: block; font-weight: 600; margin-bottom: .25rem; }
.row { display: flex; gap: .5rem; }
input { flex: 1; font: inherit; padding: .5rem .75rem; border: 1px solid light-dark(#6b7479, #8d979c); border-radius: 7px; background: light-dark(#fff, #1d2327); color: inherit; min-width: 0; }
button { font: inherit; padding: .5rem 1rem; border: 1px solid light-dark(#0d5d66, #6fc3cc); border-radius: 7px; background: light-dark(#0d5d66, #6fc3cc); color: light-dark(#fff, #0c1517); cursor: pointer; }
ul { list-style: none; margin: 0 0 1rem; padding: 0; display: grid; gap: .5rem; }
li button { width: 100%; text-align: left; display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 1rem; padding: .75rem 1rem; background: light-dark(#fff, #1d2327); color: inherit; border-color: light-dark(#b9c2c6, #414b50); }
li button span:last-child { grid-column: 1 / -1; color: light-dark(#4a5459, #aab4b8); }
.quiet { background: transparent; color: inherit; }
:focus-visible { outline: 3px solid light-dark(#0d5d66, #6fc3cc); outline-offset: 2px; }
`;
