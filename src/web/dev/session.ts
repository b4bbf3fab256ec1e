/** A signed-in user for looking at the shell without a server. Only in development builds. */
import { permissions } from '#kernel/permissions.ts';

import type { Session, SessionState } from '../session.ts';

const schools = Array.from({ length: 3000 }, (_, index) => ({
  id: index + 1,
  code: `s${index + 1}`,
  name: `${['Bjørkelia', 'Granåsen', 'Nordstrand', 'Ålesund', 'Lyngåsen'][index % 5]} skole ${index + 1}`,
  abbreviation: `S${index + 1}`,
}));

let state: SessionState = {
  status: location.search.includes('signed-out') ? 'signed-out' : 'signed-in',
  me: {
    userName: 'karnor0101',
    displayName: 'Kari Nordmann',
    email: null,
    roles: [],
    rolesHere: ['schoolIct'],
    permissions: [...permissions],
    ownerName: 'Fjordby kommune',
    hasPassword: false,
    currentSchool: schools[0] ?? null,
    schools: [],
    mayStandAtOwner: true,
    language: null,
    authLevel: 'feide-mfa',
    loginTime: '2026-11-20T07:00:00Z',
    noAccess: false,
  },
};
const listeners = new Set<() => void>();

function change(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
}

export const devSession: Session = {
  current: () => state,
  subscribe: (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  ready: () => Promise.resolve(state),
  site: () => undefined,
  frontPage: () =>
    Promise.resolve({
      isSetUp: true,
      version: '0.1.0',
      ownerName: 'Fjordby kommune',
      informationLanguage: 'nb',
      information: 'Feide er nede for vedlikehold natt til søndag mellom kl. 02 og 04.',
      severity: 'info',
      accessibilityUrl: 'https://uustatus.no/',
      privacyUrl: undefined,
      supportUrl: undefined,
      hasFederation: true,
    }),
  federationUrl: () => '/login',
  signInWithPassword: () => Promise.resolve({ reason: 'refused' }),
  signInWithCode: () => Promise.resolve({ reason: 'code-invalid' }),
  signOut: () => Promise.resolve(change({ status: 'signed-out', me: undefined })),
  signOutOfFederation: () => Promise.resolve(change({ status: 'signed-out', me: undefined })),
  switchSchool: (code) => {
    const school = schools.find((one) => one.code === code) ?? null;
    if (state.me) change({ ...state, me: { ...state.me, currentSchool: school } });
    return Promise.resolve();
  },
  searchSchools: (search, page) => {
    const hits = schools.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
    return Promise.resolve({ items: hits.slice((page - 1) * 100, page * 100), total: hits.length });
  },
};
