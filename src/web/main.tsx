// oxlint-disable-next-line import/no-unassigned-import -- it is there for what it sets
import './withoutEval.ts';
import { createRoot } from 'react-dom/client';

import { App } from './App.tsx';
import { fetchAhead } from './fetchAhead.ts';
import { startTexts } from './i18n.ts';
import { applyPreferences, followOtherTabs } from './preferences.ts';
import { createPortalRouter } from './router.tsx';
import { registerServiceWorker } from './shell/serviceWorker.ts';
import { startSession } from './startSession.ts';
import { followFocus } from './ui/focus-back.ts';

applyPreferences();
followOtherTabs();
followFocus();

const root = document.querySelector('#root');
if (!root) throw new Error('index.html has no #root');

const session = await startSession();
const router = createPortalRouter(session);
fetchAhead(router, session);
await startTexts();
createRoot(root).render(<App router={router} />);

void registerServiceWorker();
