/**
 * Tries each right the portal needs in a directory, one by one, so that what is missing can be named. Everything happens
 * in a unit made for it under the base, which is removed again.
 */
import { randomBytes } from 'node:crypto';

import { Attribute, Change, type Client, type SearchOptions } from 'ldapts';

import { type AdSettings, signedInClient } from './connections.ts';
import { Deleted } from './controls.ts';
import { directoryError } from './errors.ts';
import { domainOf, passwordValue } from './values.ts';

export const rightNames = [
  'reached',
  'certificate',
  'sign-in',
  'base',
  'units',
  'accounts',
  'passwords',
  'changes',
  'moves',
  'groups',
  'removals',
  'deleted',
  'password-policy',
] as const;
export type RightName = (typeof rightNames)[number];

export interface RightCheck {
  name: RightName;
  /** `warning`: the portal works without it, but slower or with a limit that `said` names. */
  outcome: 'ok' | 'warning' | 'failed' | 'skipped';
  said: string | null;
}

/** Never throws: what went wrong is in the answer, and what could not be tried because of it is `skipped`. */
export async function checkDirectory(settings: AdSettings): Promise<RightCheck[]> {
  const found = new Map<RightName, RightCheck>();
  const note = (name: RightName, outcome: RightCheck['outcome'], said: string | null = null) =>
    found.set(name, { name, outcome, said });
  const attempt = async (name: RightName, work: () => Promise<void>): Promise<boolean> => {
    try {
      await work();
      note(name, 'ok');
      return true;
    } catch (error) {
      note(name, 'failed', directoryError(error).message);
      return false;
    }
  };

  const client = await signIn(settings, note);
  if (client) {
    try {
      const isThere = await attempt('base', async () => {
        await client.search(settings.base, { scope: 'base', attributes: ['objectGUID'] });
      });
      if (isThere) {
        await tryRights(client, settings.base, attempt, note);
        await lookAtPolicy(client, settings.base, note);
      }
    } finally {
      await client.unbind().catch(() => {});
    }
  }
  return rightNames.map((name) => found.get(name) ?? { name, outcome: 'skipped', said: null });
}

type Note = (name: RightName, outcome: RightCheck['outcome'], said?: string | null) => void;
type Attempt = (name: RightName, work: () => Promise<void>) => Promise<boolean>;

/** What Node and OpenSSL say of a certificate that is not trusted, has ended or is another name's. */
const CERTIFICATE = /certificate|altname|self.signed|CERT_|issuer/i;

async function signIn(settings: AdSettings, note: Note): Promise<Client | undefined> {
  try {
    const client = await signedInClient(settings);
    for (const name of ['reached', 'certificate', 'sign-in'] as const) note(name, 'ok');
    return client;
  } catch (cause) {
    const { code, message } = directoryError(cause);
    if (code !== 'unreachable') {
      note('reached', 'ok');
      note('certificate', 'ok');
      note('sign-in', 'failed', message);
    } else if (CERTIFICATE.test(message)) {
      note('reached', 'ok');
      note('certificate', 'failed', message);
    } else {
      note('reached', 'failed', message);
    }
    return undefined;
  }
}

const UNIT = { objectClass: ['top', 'organizationalUnit'] };
const DISABLED = '514';
const ENABLED = '512';

async function tryRights(client: Client, base: string, attempt: Attempt, note: Note): Promise<void> {
  const name = `vaktmester-test-${randomBytes(4).toString('hex')}`;
  const unit = `OU=${name},${base}`;
  const other = `OU=flyttet,${unit}`;
  const group = `CN=${name}-g,${unit}`;
  let account = `CN=${name},${unit}`;
  const made: string[] = [];
  const add = async (dn: string, attributes: Record<string, string[]>) => {
    await client.add(dn, attributes);
    made.push(dn);
  };
  try {
    const hasUnits = await attempt('units', async () => {
      await add(unit, UNIT);
      await add(other, UNIT);
    });
    if (!hasUnits) return;
    const hasAccount = await attempt('accounts', () =>
      add(account, {
        objectClass: ['top', 'person', 'organizationalPerson', 'user'],
        sAMAccountName: [name.slice(0, 20)],
        userAccountControl: [DISABLED],
      }),
    );
    if (hasAccount) {
      await attempt('passwords', () => client.modify(account, set('unicodePwd', [passwordValue(strong())])));
      await attempt('changes', () =>
        client.modify(account, [
          set('userAccountControl', [ENABLED]),
          set('displayName', [name]),
          set('lockoutTime', ['0']),
          set('pwdLastSet', ['0']),
        ]),
      );
      await attempt('moves', async () => {
        const moved = `CN=${name},${other}`;
        await client.modifyDN(account, moved);
        made[made.indexOf(account)] = moved;
        account = moved;
      });
    }
    await attempt('groups', async () => {
      await add(group, { objectClass: ['top', 'group'], sAMAccountName: [`${name}-g`] });
      if (hasAccount) await client.modify(group, change('add', 'member', [account]));
    });
    const isEmptied = await attempt('removals', async () => {
      for (let dn = made.at(-1); dn !== undefined; dn = made.at(-1)) {
        // The other unit holds what was moved into it.
        const last = dn === other && account.endsWith(other) && made.includes(account) ? account : dn;
        await client.del(last);
        made.splice(made.indexOf(last), 1);
      }
    });
    if (isEmptied && hasAccount) await lookForDeleted(client, base, name, note);
  } finally {
    for (const dn of made.toReversed()) await client.del(dn).catch(() => {});
  }
}

/** A right of its own, outside the base: without it removals made by others are only seen at night. */
async function lookForDeleted(client: Client, base: string, name: string, note: Note): Promise<void> {
  const graves = `CN=Deleted Objects,${domainOf(base)}`;
  const filter = `(&(isDeleted=TRUE)(sAMAccountName=${name.slice(0, 20)}))`;
  try {
    const options = { scope: 'one', filter, attributes: ['objectGUID'] } satisfies SearchOptions;
    const { searchEntries } = await client.search(graves, options, [new Deleted()]);
    note('deleted', searchEntries.length > 0 ? 'ok' : 'warning');
  } catch (error) {
    note('deleted', 'warning', directoryError(error).message);
  }
}

/** Longer than the portal asks for: passwords that fit the portal's rule would be refused by the directory. */
async function lookAtPolicy(client: Client, base: string, note: Note): Promise<void> {
  try {
    const options = { scope: 'base', attributes: ['minPwdLength'] } satisfies SearchOptions;
    const { searchEntries } = await client.search(domainOf(base), options);
    const length = Number(searchEntries[0]?.['minPwdLength'] ?? 0);
    note('password-policy', 'ok', length > 0 ? String(length) : null);
  } catch (error) {
    note('password-policy', 'warning', directoryError(error).message);
  }
}

const change = (operation: 'add' | 'replace', type: string, values: string[] | Buffer[]) =>
  new Change({ operation, modification: new Attribute({ type, values }) });
const set = (type: string, values: string[] | Buffer[]) => change('replace', type, values);

/** Fits any policy; nobody ever uses it. */
const strong = (): string => `${randomBytes(30).toString('base64url')}aA1-`;
