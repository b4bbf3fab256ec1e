/** The page the browser tests of list, form and card look at. */
import { KeyHorizontalIcon, PersonPlusIcon, PlusIcon } from '@navikt/aksel-icons';
import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet, RouterProvider, createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { Suspense } from 'react';
import { createRoot } from 'react-dom/client';

import { documentCookies } from '../../api/browser.ts';
import { credentialStore } from '../../api/credentials.ts';
import { queryClient } from '../../api/queries.ts';
import { i18n, startTexts } from '../../i18n.ts';
import { loose } from '../../loose.ts';
import { applyPreferences } from '../../preferences.ts';
import { parseSearch, stringifySearch } from '../../search.ts';
import { Button } from '../../ui/Button.tsx';
import { ListPage } from '../ListPage.tsx';
import type { Looks } from '../look.ts';
import { type Person, people, personList } from './people.ts';
import { PersonCard } from './PersonCard.tsx';
import texts from './text.nb.json' with { type: 'json' };

const looks: Looks<Person> = {
  choices: {
    role: { as: 'badge', tones: { employee: 'accent' } },
    status: { as: 'status', tones: { active: 'success', locked: 'danger', expired: 'neutral' } },
  },
};
const nameOf = ({ name }: Person) => name;
const bulkActs = [
  { id: 'password', label: 'Nytt passord', icon: <KeyHorizontalIcon aria-hidden />, onAct: show },
  { id: 'group', label: 'Legg i gruppe', icon: <PersonPlusIcon aria-hidden />, onAct: show },
];

function show(chosen: unknown): void {
  document.body.dataset['chosen'] = JSON.stringify(chosen);
}

function PeoplePage() {
  return (
    <ListPage
      list={personList}
      route={people.list}
      exportRoute={people.download}
      texts={{ namespace: 'people' }}
      looks={looks}
      nameOf={nameOf}
      bulkActs={bulkActs}
      card={({ key, ...open }) => <PersonCard key={key} userName={key} {...open} />}
      primary={
        <Button variant="primary" icon={<PlusIcon aria-hidden />}>
          Ny person
        </Button>
      }
    />
  );
}

const rootRoute = createRootRoute({
  component: () => (
    <main style={{ height: '100dvh' }}>
      <Outlet />
    </main>
  ),
});
const routes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/',
    component: PeoplePage,
  }),
];
const me = { permissions: ['users.read'] };
const state = { status: 'signed-in', me };
const session = { current: () => state, subscribe: () => () => {} };
const router = createRouter({
  routeTree: rootRoute.addChildren(routes),
  context: { session },
  parseSearch,
  stringifySearch,
  scrollRestoration: false,
});

document.cookie = 'XSRF-TOKEN=of-the-test-page; path=/';
credentialStore({
  local: localStorage,
  session: sessionStorage,
  cookies: documentCookies,
  now: Date.now,
}).write({ userName: 'test', access_token: 'test', refresh_token: 'test', expires_in: 3600 }, false);
applyPreferences();
await startTexts();
i18n.addResourceBundle('nb', 'people', texts);

const root = document.querySelector('#root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <QueryClientProvider client={queryClient}>
    <Suspense>
      <RouterProvider router={loose(router)} />
    </Suspense>
  </QueryClientProvider>,
);
