/** A bare client of the directory: what can be done with nothing but the protocol. */
import { Attribute, Client } from 'ldapts';

import type { Samba } from '#connectors/directory/ad/testing/samba.ts';
import { guidFrom } from '#connectors/directory/ad/values.ts';

export async function signIn(samba: Samba): Promise<Client> {
  const client = new Client({ url: samba.url, tlsOptions: { ca: samba.ca } });
  await client.bind(samba.admin.user, samba.admin.password);
  return client;
}

/** Each connection takes the next one that is left. */
export async function spread(
  clients: readonly Client[],
  count: number,
  work: (client: Client, index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  await Promise.all(
    clients.map(async (client) => {
      for (let index = next++; index < count; index = next++) await work(client, index);
    }),
  );
}

/** An account as the portal makes it. */
export function account(name: string, more: Record<string, string | Buffer>): Attribute[] {
  const attributes: Record<string, string | Buffer> = {
    objectClass: 'user',
    sAMAccountName: name,
    userPrincipalName: `${name}@skole.test`,
    givenName: 'Fornavn',
    sn: name,
    displayName: `Fornavn ${name}`,
    employeeType: 'student',
    userAccountControl: '512',
    ...more,
  };
  return Object.entries(attributes).map(
    ([type, value]) => new Attribute({ type, values: Buffer.isBuffer(value) ? [value] : [value] }),
  );
}

/** Of everybody below a place. */
export async function idsUnder(client: Client, place: string): Promise<string[]> {
  const { searchEntries } = await client.search(place, {
    scope: 'sub',
    filter: '(objectClass=user)',
    attributes: ['objectGUID'],
    explicitBufferAttributes: ['objectGUID'],
    paged: true,
  });
  return searchEntries.flatMap(({ objectGUID }) =>
    Buffer.isBuffer(objectGUID) ? [guidFrom(objectGUID)] : [],
  );
}
