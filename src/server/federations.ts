import type { FastifyInstance } from 'fastify';

import { lazyFederation } from '#connectors/federation/lazy.ts';
import { type Federations, noFederation } from '#connectors/federation/port.ts';
import { simulateFederation } from '#connectors/federation/simulated/mount.ts';

import type { Config } from './config.ts';
import type { Connections } from './connections/live.ts';
import type { Db } from './db.ts';
import { simulatedPeople } from './demo/simulated-people.ts';

interface OpenFederations {
  federations: Federations;
  /** Puts the pages a simulated federation has on the portal; before it listens. */
  mount: (app: FastifyInstance) => Promise<void>;
}

/** The federation the portal is connected to, else the simulated one of a demo, else none; follows a change at once. */
export function openFederations(connections: Connections, db: Db): OpenFederations {
  const simulated = connections.current().demo ? simulateFederation(simulatedPeople(db)) : undefined;
  const open = () => connected(connections.current()) ?? simulated?.federations ?? noFederation;
  let current = open();
  const follow = () => {
    current = open();
  };
  connections.onChange('federation', follow);
  // The federation sends people back to the public address.
  connections.onChange('address', follow);
  return {
    federations: {
      get kind() {
        return current.kind;
      },
      at: (origin) => current.at(origin),
    },
    mount: async (app) => simulated?.mount(app),
  };
}

function connected(config: Config): Federations | undefined {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret } = config;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  const { publicUrl: origin, oidcRealms: realms } = config;
  const federation = lazyFederation(realms, async () => {
    const { openOidc } = await import('#connectors/federation/oidc.ts');
    return openOidc({ issuer, clientId, clientSecret, origin, realms });
  });
  return { kind: 'feide', at: () => federation };
}
