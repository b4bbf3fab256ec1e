import { implement } from '#server/http/endpoint.ts';
import { manifest } from '#server/manifest.ts';

import { about } from '../contract.ts';
import { readCredits } from './credits.ts';
import { readDatabase } from './store.ts';

export const aboutHandlers = implement(about, {
  portal: async ({ db, services, now }) => ({
    name: 'Vaktmester',
    version: manifest.version,
    license: manifest.license,
    runtime: `Node.js ${process.versions.node}`,
    ...(await readDatabase(db)),
    demo: services.demo,
    now,
  }),

  credits: async () => ({ Items: readCredits() }),
});
