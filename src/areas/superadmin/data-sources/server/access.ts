/** How a data source is reached: what each method needs, and where a kept secret may go. */
import { refuseField } from '#kernel/errors.ts';
import type { RemoteMethod } from '#server/import/remote-source.ts';

import type { DataSourceInput } from '../contract.ts';

type Said = Pick<
  DataSourceInput,
  'method' | 'folder' | 'address' | 'userName' | 'secret' | 'tokenAddress' | 'hostKey'
>;
type Field = Exclude<keyof Said, 'method'>;

interface Needs {
  scheme: string;
  required: readonly Field[];
  optional: readonly Field[];
}

const needs: Record<RemoteMethod, Needs> = {
  https: { scheme: 'https:', required: ['address'], optional: ['userName', 'secret'] },
  sftp: { scheme: 'sftp:', required: ['address', 'userName', 'secret', 'hostKey'], optional: [] },
  'oneroster-rest': {
    scheme: 'https:',
    required: ['address', 'tokenAddress', 'userName', 'secret'],
    optional: [],
  },
};

export interface SavedAccess {
  method: Said['method'];
  folder: string | null;
  address: string | null;
  userName: string | null;
  tokenAddress: string | null;
  hostKey: string | null;
}

/** As it is stored: the secret itself is with the kept secrets. */
export interface StoredAccess extends SavedAccess {
  hasSecret: boolean;
}

/** What becomes of the source's secret: another one, none, or the kept one. */
export type SecretWish = { write: string } | 'none' | 'keep';

export interface CheckedAccess extends SavedAccess {
  secret: SecretWish;
}

const nothing = { address: null, userName: null, tokenAddress: null, hostKey: null, secret: 'none' } as const;

/**
 * What is stored of what was said; refuses the field that is missing. `isTrial`: the key of an SFTP server may be
 * unknown yet, because a trial is how one learns it.
 */
export function checkedAccess(
  said: Said,
  stored: StoredAccess | undefined,
  { isTrial = false } = {},
): CheckedAccess {
  const { method } = said;
  if (method === 'folder') {
    if (said.folder === null) refuseField('request.invalid', 'folder', 'required');
    return { method, folder: said.folder, ...nothing };
  }
  const { scheme, required, optional } = needs[method];
  const secret: SecretWish = said.secret ? { write: said.secret } : mayKeep(said, stored) ? 'keep' : 'none';
  for (const field of required) {
    if (isTrial && field === 'hostKey') continue;
    const isThere = field === 'secret' ? secret !== 'none' : Boolean(said[field]);
    if (!isThere) refuseField('request.invalid', field, 'required');
  }
  for (const field of ['address', 'tokenAddress'] as const) {
    const address = said[field];
    const wanted = field === 'address' ? scheme : 'https:';
    if (address !== null && new URL(address).protocol !== wanted) {
      refuseField('request.invalid', field, wanted === 'sftp:' ? 'sftp' : 'https');
    }
  }
  const used = (field: Field) => required.includes(field) || optional.includes(field);
  const take = (field: Exclude<Field, 'secret' | 'folder'>) => (used(field) ? said[field] || null : null);
  return {
    method,
    folder: null,
    address: take('address'),
    userName: take('userName'),
    tokenAddress: take('tokenAddress'),
    hostKey: take('hostKey'),
    secret,
  };
}

/** A secret goes where it was written for, and nowhere else: whoever changes the address has to know it. */
function mayKeep(said: Said, stored: StoredAccess | undefined): boolean {
  return (
    stored !== undefined &&
    stored.hasSecret &&
    stored.method === said.method &&
    stored.address === said.address &&
    stored.tokenAddress === said.tokenAddress &&
    stored.userName === (said.userName || null)
  );
}
