import { places } from '#connectors/federation/port.ts';
import type { Route } from '#kernel/contract.ts';
import { refuse, refuseField } from '#kernel/errors.ts';
import type { SettingKey } from '#server/config.ts';
import type { GroupName } from '#server/connections/groups.ts';
import { removeGroup, writeGroup } from '#server/connections/store.ts';
import { type Context, implement } from '#server/http/endpoint.ts';
import { inOperation } from '#server/journal/operation.ts';

import { type Check, connections } from '../contract.ts';
import { checkAddress } from './check-address.ts';
import { checkFederation } from './check-federation.ts';
import { checkFolder } from './check-folder.ts';
import { checkMailServer } from './check-mail.ts';

type Asked = Pick<Context<Route>, 'db' | 'services' | 'now'>;
type Values = Partial<Record<SettingKey, string>>;

export const connectionHandlers = implement(connections, {
  async read({ services: { connections: live } }) {
    const config = live.current();
    const state = (group: GroupName) => ({
      source: live.sourceOf(group),
      waitsForRestart: live.waitsForRestart(group),
    });
    return {
      address: {
        ...state('address'),
        publicUrl: config.publicUrl,
        trustedProxies: config.trustedProxies.join(', '),
      },
      federation: {
        ...state('federation'),
        oidcIssuer: config.oidcIssuer ?? '',
        oidcClientId: config.oidcClientId ?? '',
        oidcRealms: config.oidcRealms.join(', '),
        hasSecret: config.oidcClientSecret !== undefined,
        callbackUrl: config.publicUrl + places.callback,
        signedOutUrl: config.publicUrl + places.signedOut,
      },
      directory: {
        ...state('directory'),
        directoryUrl: config.directoryUrl ?? '',
        directoryUser: config.directoryUser ?? '',
        directoryBase: config.directoryBase ?? '',
        directoryCa: config.directoryCa ?? '',
        directoryUserDomain: config.directoryUserDomain ?? '',
        hasSecret: config.directoryPassword !== undefined,
      },
      files: { ...state('files'), importFolder: config.importFolder ?? '' },
      mail: {
        ...state('mail'),
        mailUrl: config.mailUrl ?? '',
        mailUser: config.mailUser ?? '',
        mailFrom: config.mailFrom ?? '',
        mailTo: config.mailTo.join(', '),
        mailCa: config.mailCa ?? '',
        hasSecret: config.mailPassword !== undefined,
      },
    };
  },

  async setAddress(context) {
    await save(context, 'address', context.input);
    return {};
  },
  async setFederation(context) {
    requireHttps(context, context.input.oidcIssuer);
    keptOrGiven(context, context.input, 'oidcClientSecret', 'oidcIssuer');
    await save(context, 'federation', context.input);
    return {};
  },
  async setDirectory(context) {
    keptOrGiven(context, context.input, 'directoryPassword', 'directoryUrl');
    await save(context, 'directory', context.input);
    return {};
  },
  async setFiles(context) {
    await save(context, 'files', context.input);
    return {};
  },

  async setMail(context) {
    const { db, services, input } = context;
    if (input.mailUser !== '') keptOrGiven(context, input, 'mailPassword', 'mailUrl');
    // Without an account a kept password has no use.
    else await services.keptSecrets.remove(db, 'setting/mailPassword');
    await save(context, 'mail', { ...input, mailPassword: input.mailUser && input.mailPassword });
    return {};
  },

  async disconnect(context) {
    const { db, services, input } = context;
    refuseFromEnvironment(context, input.group);
    await removeGroup(db, services.keptSecrets, input.group);
    return {};
  },

  testAddress: (context) => tested(context, () => checkAddress(context.input.publicUrl, context.services)),
  testFederation: (context) =>
    tested(context, () => {
      const { oidcIssuer: issuer, oidcClientId: clientId } = context.input;
      requireHttps(context, issuer);
      const clientSecret = keptOrGiven(context, context.input, 'oidcClientSecret', 'oidcIssuer');
      return checkFederation({ issuer, clientId, clientSecret });
    }),
  testDirectory: (context) =>
    tested(context, async () => {
      const { directoryUrl: url, directoryUser: user, directoryBase: base, directoryCa: ca } = context.input;
      const password = keptOrGiven(context, context.input, 'directoryPassword', 'directoryUrl');
      const { checkDirectory } = await import('#connectors/directory/ad/check.ts');
      const rights = await checkDirectory({ url, user, password, base, ...(ca !== '' && { ca }) });
      return rights.map(({ name, outcome, said }) => ({ name: `directory.${name}` as const, outcome, said }));
    }),
  testFiles: (context) => tested(context, () => checkFolder(context.input.importFolder)),

  testMail: (context) =>
    tested(context, () => {
      const { input } = context;
      const password =
        input.mailUser === '' ? undefined : keptOrGiven(context, input, 'mailPassword', 'mailUrl');
      return checkMailServer(input, password, context);
    }),

  who: async ({ services: { portalId } }) => ({ portal: portalId }),
});

/** Logged before anything is tried; no transaction waits while other systems are asked. */
async function tested(
  { db, actor, now, request }: Context<Route>,
  check: () => Promise<Check[]>,
): Promise<{ Items: Check[] }> {
  const { signature: route, correlationId, ip } = request;
  const by = actor && { id: actor.userId, name: actor.userName };
  const wish = { event: 'connections.tested', route, actor: by, correlationId, ip, now };
  await inOperation(db, wish, async () => {});
  return { Items: await check() };
}

async function save(context: Asked, group: GroupName, values: Values): Promise<void> {
  refuseFromEnvironment(context, group);
  await writeGroup(context.db, context.services.keptSecrets, group, values, context.now);
}

function refuseFromEnvironment({ services }: Asked, group: GroupName): void {
  if (services.connections.sourceOf(group) === 'environment') refuse('connections.from-environment');
}

/**
 * The secret as typed, else the one in use. The one in use goes only to the address it is used at: somebody who may
 * write settings could otherwise have it sent to a machine of their own and read it there.
 */
function keptOrGiven<
  Secret extends 'oidcClientSecret' | 'directoryPassword' | 'mailPassword',
  Address extends 'oidcIssuer' | 'directoryUrl' | 'mailUrl',
>(
  { services }: Asked,
  written: Readonly<Record<Secret | Address, string>>,
  secretKey: Secret,
  addressKey: Address,
): string {
  if (written[secretKey] !== '') return written[secretKey];
  const config = services.connections.current();
  const secret = config[secretKey];
  if (secret !== undefined && plainAddress(config[addressKey]) === plainAddress(written[addressKey]))
    return secret;
  return refuseField('connections.secret-needed', secretKey, 'required');
}

function requireHttps({ services }: Asked, issuer: string): void {
  if (issuer.startsWith('http:') && !services.demo) refuseField('request.invalid', 'oidcIssuer', 'https');
}

const plainAddress = (text = ''): string => text.replace(/\/+$/, '');
