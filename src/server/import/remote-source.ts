/** Data sources that are asked over the net: a file by HTTPS or SFTP, or OneRoster's records by REST. */
import { openHttps } from '#connectors/source/fetch/https.ts';
import { openSftp } from '#connectors/source/fetch/sftp.ts';
import { readRest, tryRest } from '#connectors/source/oneroster/rest.ts';
import type { SourceReader } from '#connectors/source/port.ts';

import { isDataFile } from './data-file.ts';

export const remoteMethods = ['https', 'sftp', 'oneroster-rest'] as const;
export type RemoteMethod = (typeof remoteMethods)[number];

export interface RemoteAccess {
  method: RemoteMethod;
  address: string;
  userName: string | null;
  tokenAddress: string | null;
  hostKey: string | null;
  secret: string | undefined;
  /** What the ids of a source that does not name its system are ids of. */
  feed: string;
}

export interface RemoteContent {
  fileName: string;
  size?: number | undefined;
  changedAt?: Date | undefined;
  /** Is the same as long as the file is. */
  mark?: string | undefined;
  bytes?: AsyncIterable<Uint8Array>;
  records?: SourceReader;
  close: () => Promise<void>;
}

/** Undefined: there is no file. Throws `SourceFailure` with a code of `fetch.*`. */
export async function openRemote(access: RemoteAccess): Promise<RemoteContent | undefined> {
  const { method, address, secret } = access;
  const userName = access.userName ?? undefined;
  switch (method) {
    case 'https': {
      const { name: fileName, ...file } = await openHttps({ address, userName, secret });
      return { fileName, ...file };
    }
    case 'sftp': {
      const { hostKey } = access;
      const there = { address, userName: userName ?? '', secret: secret ?? '', hostKey: hostKey ?? '' };
      const opened = await openSftp({ ...there, isData: isDataFile });
      if (!opened) return undefined;
      const { name: fileName, ...file } = opened;
      return { fileName, ...file };
    }
    case 'oneroster-rest': {
      const service = {
        address,
        tokenAddress: access.tokenAddress ?? '',
        clientId: userName ?? '',
        secret: secret ?? '',
        feed: access.feed,
      };
      // Whether it can be asked at all is found out before a run begins.
      await tryRest(service);
      return { fileName: new URL(address).host, records: readRest(service), close: async () => {} };
    }
    default:
      throw new Error(`No way to fetch by ${String(method)}`);
  }
}
