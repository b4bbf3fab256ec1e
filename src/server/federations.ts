import type { FastifyInstance } from 'fastify';

import { lazyFederation } from '#connectors/federation/lazy.ts';
import { type Federations, noFederation } from '#connectors/federation/port.ts';
import { simulateFederation } from '#connectors/federation/simulated/mount.ts';

import type { Config } from './config.ts';
import type { Db } from './db.ts';
import { simulatedPeople } from './demo/simulated-people.ts';

interface OpenFederations {
  federations: Federations;
  /** Puts the pages a simulated federation has on the portal; before it listens. */
  mount: (app: FastifyInstance) => Promise<void>;
}

/** The federation the installation is configured with, else the simulated one of a demo, else none. */
export function openFederations(config: Config, db: Db): OpenFederations {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret } = config;
  if (issuer !== undefined && clientId !== undefined && clientSecret !== undefined) {
    const origin = config.publicUrl;
    const { oidcRealms: realms } = config;
    const federation = lazyFederation(realms, async () => {
      const { openOidc } = await import('#connectors/federation/oidc.ts');
      return openOidc({ issuer, clientId, clientSecret, origin, realms });
    });
    return { federations: { kind: 'feide', at: () => federation }, mount: nothingToMount };
  }
  if (config.demo) return simulateFederation(simulatedPeople(db));
  return { federations: noFederation, mount: nothingToMount };
}

async function nothingToMount(): Promise<void> {}
