import { join } from 'node:path';

import { type PortalProcess, runProcess } from './process.ts';

interface Place {
  /** The address of the portal, or of what lies between. */
  portal: string;
  /** As the portal answered when the point was made. */
  made: Record<string, unknown>;
  folder: string;
  /** Where its Squid listens, on this machine alone. */
  port: number;
  /** Lines of the operator's own for Squid. */
  include: string;
  logLevel?: string;
}

/** A real process of the enforcement point for Squid, which knows people by their addresses. */
export function runPoint({ portal, made, folder, port, include, logLevel = 'off' }: Place): PortalProcess {
  return runProcess(
    {
      WEB_FILTER_PORTAL: portal,
      WEB_FILTER_POINT: String(made['id']),
      WEB_FILTER_SECRET: String(made['secret']),
      WEB_FILTER_FOLDER: join(folder, 'point'),
      WEB_FILTER_IDENTITY: 'addresses',
      WEB_FILTER_LISTEN: `127.0.0.1:${port}`,
      WEB_FILTER_NAME: 'proxy.skole.test',
      WEB_FILTER_INCLUDE: include,
      LOG_LEVEL: logLevel,
    },
    [],
    'src/server/commands/web-filter.ts',
  );
}
