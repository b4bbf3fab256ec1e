/**
 * Texts. One JSON of flat keys per area and language, beside the area, loaded when the area is. The namespace
 * is the folder that holds the area's `web` folder (`users`, `login`); the web's own are `shell`, `ui`, `errors`,
 * `list` and `form`. Bokmål is the source of the keys: an area types its own with
 *
 *     declare module 'i18next' { interface ResourceNamespaceMap { users: typeof nb } }
 */
import { type BackendModule, createInstance } from 'i18next';
import { initReactI18next } from 'react-i18next';

import type errors from './errors.nb.json';
import { currentChoice, type Language, languages, languageShown, storeLanguage } from './language.ts';
import { loose } from './loose.ts';
import type shell from './text.nb.json';
import type ui from './ui/text.nb.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    keySeparator: false;
    interpolationPrefix: '{';
    interpolationSuffix: '}';
  }
  interface ResourceNamespaceMap {
    shell: typeof shell;
    errors: typeof errors;
    ui: typeof ui;
  }
}

const files = import.meta.glob<Record<string, string>>(
  ['./text.*.json', './errors.*.json', './*/text.*.json', '../areas/**/web/text.*.json'],
  { import: 'default' },
);

/** `../areas/users/web/text.nb.json` → `users/nb`; `./ui/text.en.json` → `ui/en`; `./text.nn.json` → `shell/nn`. */
function resourceOf(path: string): string {
  const parts = path.split('/');
  const [kind = '', language = ''] = (parts.at(-1) ?? '').split('.');
  const folder = path.startsWith('../areas/') ? parts.at(-3) : parts.at(-2);
  const namespace = kind === 'errors' ? 'errors' : folder === '.' ? 'shell' : folder;
  return `${namespace}/${language}`;
}

const loaders = new Map(Object.entries(files).map(([path, load]) => [resourceOf(path), load]));

const lazyFiles: BackendModule = {
  type: 'backend',
  init: () => {},
  // With two parameters i18next takes a promise for the answer.
  read: async (language: string, namespace: string) => loaders.get(`${namespace}/${language}`)?.() ?? {},
};

export const i18n = createInstance();

/** Resolves when the shell can be drawn in the reader's language. */
export async function startTexts(): Promise<void> {
  await i18n
    .use(lazyFiles)
    .use(initReactI18next)
    .init({
      lng: currentChoice(),
      supportedLngs: languages,
      // What stands around the sign-in pages and is not in French (`languageShown`).
      fallbackLng: (code: string) => (code === 'fr' ? ['en'] : []),
      ns: ['ui', 'shell'],
      defaultNS: 'shell',
      keySeparator: false,
      interpolation: { prefix: '{', suffix: '}', escapeValue: false },
      react: { useSuspense: true },
    });
  document.documentElement.lang = i18n.language;
  i18n.on('languageChanged', (language) => {
    document.documentElement.lang = language;
  });
}

/** Fetches the texts of an area; a route calls it while its component loads, and ahead of that, before there is i18next. */
export async function loadTexts(...namespaces: string[]): Promise<void> {
  if (i18n.isInitialized) return i18n.loadNamespaces(namespaces);
  const language = currentChoice();
  const found = namespaces.map((namespace) => loaders.get(`${namespace}/${language}`));
  await Promise.all(found.map(async (load) => load?.()));
}

/** A text whose key is made of a code from the server; undefined when nobody has written it. */
export function textOf(namespace: string, key: string, params: object = {}): string | undefined {
  const texts: {
    exists: (key: string, options: object) => boolean;
    t: (key: string, options: object) => string;
  } = loose(i18n);
  const options = { ...params, ns: namespace };
  return texts.exists(key, options) ? texts.t(key, options) : undefined;
}

/**
 * Speaks the chosen language as far as the page has it, so that what the document says of its language is so.
 */
export async function speakHere(hasFrench: boolean): Promise<void> {
  isFrenchHere = hasFrench;
  const language = languageShown(currentChoice(), isFrenchHere);
  if (language !== i18n.language) await i18n.changeLanguage(language);
}

let isFrenchHere = false;

/** What can be chosen on the page one is on. */
export const languagesHere = (): readonly Language[] =>
  languages.filter((language) => languageShown(language, isFrenchHere) === language);

export async function changeLanguage(language: Language): Promise<void> {
  storeLanguage(language);
  await i18n.changeLanguage(languageShown(language, isFrenchHere));
}

export function currentLanguage(): Language {
  return languages.find((language) => language === i18n.language) ?? 'nb';
}
