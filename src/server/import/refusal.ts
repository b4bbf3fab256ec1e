import type { ErrorCode } from '#kernel/errors.ts';

import type { Failure } from './record.ts';

/** The error catalogue's word for each way an import can fail; the failure's own code says which it was. */
const refusals: Record<Failure['code'], ErrorCode> = {
  'file.empty': 'import.file-empty',
  'file.no-people': 'import.file-empty',
  'file.not-xml': 'import.file-wrong',
  'file.wrong-root': 'import.file-wrong',
  'file.unknown-namespace': 'import.file-wrong',
  'file.unknown-encoding': 'import.file-wrong',
  'file.doctype': 'import.file-wrong',
  'file.not-full': 'import.file-wrong',
  'file.not-table': 'import.file-wrong',
  'file.no-mapping': 'import.file-wrong',
  'file.missing-column': 'import.file-wrong',
  'file.missing-part': 'import.file-wrong',
  'file.no-manifest': 'import.file-wrong',
  'file.unknown-version': 'import.file-wrong',
  'file.unsafe-zip': 'import.file-wrong',
  'file.broken-zip': 'import.file-broken',
  'file.no-header': 'import.file-broken',
  'file.broken': 'import.file-broken',
  'file.truncated': 'import.file-broken',
  'file.wrong-encoding': 'import.file-broken',
  'file.interrupted': 'import.interrupted',
  'fetch.unreachable': 'import.interrupted',
  'fetch.refused': 'import.interrupted',
  'fetch.wrong-answer': 'import.interrupted',
  'fetch.no-folder': 'import.interrupted',
  'fetch.host-key': 'import.interrupted',
  'import.failed': 'server.failed',
};

export const refusalOf = ({ code }: Failure): ErrorCode => refusals[code];
