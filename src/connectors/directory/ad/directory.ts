/** Active Directory, or Samba in its place, over LDAP with TLS. */
import type { Client } from 'ldapts';

import type { DirectoryKind } from '#kernel/directory.ts';

import {
  concernsAll,
  type Directory,
  DirectoryError,
  type DirectoryFacts,
  type Observed,
  type Outcome,
} from '../port.ts';
import { applyOne, idsOfMade } from './apply.ts';
import { type AdSettings, openConnections } from './connections.ts';
import { LongDns, Deleted } from './controls.ts';
import { directoryError } from './errors.ts';
import { layoutUnder, valueOf } from './layout.ts';
import { administratorsOf, readOutside } from './others.ts';
import { attributesOf, idOf, observedFrom, type Place, readMany } from './read.ts';
import { domainOf, minutesOf, partsOfDn } from './values.ts';

const PAGE = 500;

export function openActiveDirectory(settings: AdSettings & { userDomain?: string | undefined }): Directory {
  const { base, url } = settings;
  const connections = openConnections(settings);
  let place: Promise<Place> | undefined;

  const using = async <T>(work: (client: Client, place: Place) => Promise<T>): Promise<T> => {
    place ??= connections.use(async (client) => (await lookAround(client, settings)).place);
    const known = await place.catch((error: unknown) => {
      place = undefined;
      throw error;
    });
    return connections.use((client) => work(client, known));
  };

  return {
    kind: 'ad',
    // A password takes the directory 20 ms: what is urgent waits two seconds at most.
    portion: 100,

    async connect(): Promise<DirectoryFacts> {
      connections.tryAgain();
      try {
        const found = await connections.use((client) => lookAround(client, settings));
        place = Promise.resolve(found.place);
        return { address: url, base, features: found.features };
      } catch (cause) {
        const error = directoryError(cause);
        throw concernsAll(error.code) ? error : new DirectoryError('unreachable', error.message, { cause });
      }
    },

    read: (kind, lookups) =>
      lookups.length === 0
        ? Promise.resolve([])
        : using((client, known) => readMany(client, known, kind, lookups)),

    async apply(kind, changes) {
      const outcomes = await Promise.all(
        changes.map(async (change) => {
          try {
            return await using((client, known) => applyOne(client, known, kind, change));
          } catch (cause) {
            const error = directoryError(cause);
            if (concernsAll(error.code)) throw error;
            return { error };
          }
        }),
      );
      const made = changes.flatMap((change, index) =>
        change.act === 'create' && isMade(outcomes[index]) ? [change] : [],
      );
      const ids =
        made.length === 0 ? [] : await using((client, known) => idsOfMade(client, known, kind, made));
      const idOfMade = new Map(made.map((change, index) => [change, ids[index]]));
      return changes.map((change, index): Outcome => {
        const outcome = outcomes[index];
        if (!isMade(outcome)) return outcome ?? { error: new DirectoryError('busy', 'There was no answer') };
        const id = change.act === 'create' ? idOfMade.get(change) : undefined;
        return id === undefined
          ? { error: new DirectoryError('not-found', 'What was made is gone') }
          : { ...outcome, id };
      });
    },

    administrators: () => using((client) => administratorsOf(client, domainOf(base))),
    outside: (names) =>
      names.length === 0 ? Promise.resolve([]) : using((client, known) => readOutside(client, known, names)),

    changedSince: (since) => using((client) => changedSince(client, base, since)),

    async *all(kind) {
      const known = await using(async (_, found) => found);
      const { client, leave } = await connections.alone();
      try {
        yield* everything(client, known, kind);
      } catch (cause) {
        throw directoryError(cause);
      } finally {
        await leave();
      }
    },

    close: connections.close,
  };
}

/** Made, and its id still to be read. */
const isMade = <Known>(
  outcome: Known | { id: undefined } | undefined,
): outcome is { id: undefined } & Known =>
  typeof outcome === 'object' && outcome !== null && 'id' in outcome && outcome.id === undefined;

async function* everything(client: Client, place: Place, kind: DirectoryKind): AsyncGenerator<Observed[]> {
  const pages = client.searchPaginated(
    place.base,
    {
      scope: kind === 'school' ? 'one' : 'sub',
      filter: place.layout.filter(kind),
      attributes: attributesOf(place, kind),
      explicitBufferAttributes: ['objectGUID'],
      paged: { pageSize: PAGE },
    },
    [new LongDns()],
  );
  for await (const { searchEntries } of pages) {
    const page: Observed[] = [];
    for (const entry of searchEntries) page.push(await observedFrom(client, place, kind, entry));
    yield page;
  }
}

async function lookAround(
  client: Client,
  { base, userDomain }: AdSettings & { userDomain?: string | undefined },
): Promise<{ place: Place; features: DirectoryFacts['features'] }> {
  const root = await entryAt(client, '', ['defaultNamingContext', 'schemaNamingContext']);
  const domain = (root && valueOf(root, 'defaultNamingContext')) ?? '';
  if (!(await entryAt(client, base, ['objectGUID']).catch(() => undefined))) {
    throw new DirectoryError('unreachable', `The place ${base} does not exist, or may not be read`);
  }
  const policy = await entryAt(client, domain, ['lockoutThreshold', 'lockoutDuration', 'minPwdLength']);
  const schema = (root && valueOf(root, 'schemaNamingContext')) ?? '';
  const { searchEntries } = await client.search(schema, {
    scope: 'one',
    filter: '(lDAPDisplayName=msExchHideFromAddressLists)',
    attributes: ['cn'],
  });
  const addressLists = searchEntries.length > 0;
  const threshold = Number((policy && valueOf(policy, 'lockoutThreshold')) ?? 0);
  const lockMinutes = minutesOf(policy && valueOf(policy, 'lockoutDuration'));
  const length = policy && valueOf(policy, 'minPwdLength');
  const suffix = userDomain ?? domainName(domain);
  return {
    place: { base, layout: layoutUnder(base, suffix, addressLists), lockMinutes },
    features: {
      addressLists,
      lockAfter: threshold > 0 ? threshold : null,
      lockMinutes: threshold > 0 ? lockMinutes : null,
      passwordLength: length === undefined ? null : Number(length),
    },
  };
}

async function entryAt(client: Client, dn: string, attributes: string[]) {
  const { searchEntries } = await client.search(dn, { scope: 'base', attributes });
  return searchEntries[0];
}

/** `DC=fjordby,DC=no` → `fjordby.no`. */
const domainName = (dn: string): string =>
  partsOfDn(dn)
    .filter(({ type }) => type === 'DC')
    .map(({ value }) => value)
    .join('.');

/** Update numbers are each controller's own: one that was read from another is worth nothing here. */
async function changedSince(
  client: Client,
  base: string,
  since: string | undefined,
): Promise<{ ids: string[]; through: string; isGap: boolean }> {
  const root = await entryAt(client, '', ['highestCommittedUSN', 'dsServiceName', 'defaultNamingContext']);
  const controller = (root && valueOf(root, 'dsServiceName')) ?? '';
  const highest = (root && valueOf(root, 'highestCommittedUSN')) ?? '0';
  const through = `${highest}@${controller}`;
  const [, from, of] = /^(\d+)@(.*)$/s.exec(since ?? '') ?? [];
  if (from === undefined || of !== controller) return { ids: [], through, isGap: since !== undefined };

  const changed = `(uSNChanged>=${BigInt(from) + 1n})`;
  const options = {
    attributes: ['objectGUID'],
    explicitBufferAttributes: ['objectGUID'],
    paged: { pageSize: PAGE },
  };
  const { searchEntries: living } = await client.search(base, { ...options, scope: 'sub', filter: changed });
  const graves = `CN=Deleted Objects,${(root && valueOf(root, 'defaultNamingContext')) ?? ''}`;
  const dead = await client
    .search(graves, { ...options, scope: 'one', filter: `(&(isDeleted=TRUE)${changed})` }, [new Deleted()])
    .then(({ searchEntries }) => searchEntries)
    // Not every account may look there; the sweep finds the same a night later.
    .catch((error: unknown) => {
      if (concernsAll(directoryError(error).code)) throw error;
      return [];
    });
  return { ids: [...living, ...dead].map(idOf), through, isGap: false };
}
