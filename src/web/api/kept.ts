/**
 * What the browser keeps of the server's answers (specification §3, "Other browser-kept items"): the current school, the
 * user information and the site settings, where the credentials are. Log-out clears them with the credentials.
 */
import { login, type Me } from '#areas/login/contract.ts';
import { settings, type SiteSettings } from '#areas/settings/contract.ts';
import type { Route } from '#kernel/contract.ts';

import type { Browser } from './browser.ts';
import type { CredentialStore } from './credentials.ts';

const SCHOOL_KEY = 'vaktmester.currentSchool';
const USER_KEY = 'vaktmester.userInfo';
const SITE_KEY = 'vaktmester.siteSettings';

export interface KeptAnswers {
  /** Keeps an answer if it is one of those; nothing while nobody is signed in. */
  keep: (route: Route, answer: unknown) => void;
  /** The user information, if it is of the user whose credentials are here. */
  user: () => Me | undefined;
  site: () => SiteSettings | undefined;
}

type Kept = Pick<Browser, 'local' | 'session'>;

export function keptAnswers({ local, session }: Kept, store: CredentialStore): KeptAnswers {
  const place = () => {
    const credentials = store.read();
    return credentials && { credentials, storage: credentials.isRemember ? local : session };
  };
  const read = <Answer>(key: string, schema: { safeParse: (value: unknown) => { data?: Answer } }) =>
    schema.safeParse(parse(place()?.storage.getItem(key) ?? null)).data;

  return {
    keep: (route, answer) => {
      const storage = place()?.storage;
      if (!storage) return;
      if (route === settings.site) storage.setItem(SITE_KEY, JSON.stringify(answer));
      if (route !== login.me) return;
      const { data: me } = login.me.output.safeParse(answer);
      if (!me) return;
      storage.setItem(USER_KEY, JSON.stringify(me));
      if (me.currentSchool) storage.setItem(SCHOOL_KEY, JSON.stringify(me.currentSchool));
      else storage.removeItem(SCHOOL_KEY);
    },
    user: () => {
      const me = read(USER_KEY, login.me.output);
      return me?.userName === place()?.credentials.userName ? me : undefined;
    },
    site: () => read(SITE_KEY, settings.site.output),
  };
}

function parse(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
