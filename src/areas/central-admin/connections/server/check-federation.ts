import type { Check } from '../contract.ts';

interface Client {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** Asks the federation for its own description, and then whether it knows the client and its secret. */
export async function checkFederation(client: Client): Promise<Check[]> {
  const { tryClient } = await import('#connectors/federation/check.ts');
  const { discovery, credentials } = await tryClient(client);
  return [
    {
      name: 'federation.discovery',
      outcome: discovery === undefined ? 'ok' : 'failed',
      said: discovery ?? null,
    },
    {
      name: 'federation.client',
      outcome: discovery !== undefined ? 'skipped' : credentials === undefined ? 'ok' : 'failed',
      said: credentials ?? null,
    },
  ];
}
