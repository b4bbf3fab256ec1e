/** `npm run web-filter [-- --snippet]`: the enforcement point for Squid (docs/web-filter-squid.md), without a portal. */
import { execFileSync } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';

import type { Voice } from '#connectors/web-filter/point/engine.ts';
import { openLink } from '#connectors/web-filter/protocol/link.ts';
import { openPortalTime } from '#connectors/web-filter/protocol/portal-time.ts';
import { placeOf } from '#connectors/web-filter/squid/active-requests.ts';
import type { Account } from '#connectors/web-filter/squid/door.ts';
import { openSquidPoint, snippetFor } from '#connectors/web-filter/squid/point.ts';
import { runMain } from '#server/lifecycle.ts';
import { log, setLogLevel } from '#server/log.ts';
import { manifest } from '#server/manifest.ts';
import { readWebFilter, type WebFilter } from '#server/point-settings/read.ts';
import { StartError } from '#server/start-error.ts';

const USAGE = 'Usage: npm run web-filter [-- --snippet]';

const say: Voice = (level, text, about) => {
  const detail = about instanceof Error ? { reason: about.message } : {};
  if (level === 'error') log.error(detail, text);
  else if (level === 'warning') log.warn(detail, text);
  else log.info(detail, text);
};

/** Whom Squid runs as: nobody else when the point is not root itself. */
function accountOf({ user }: WebFilter): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const row = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((line) => line.startsWith(`${user}:`));
  if (row === undefined) throw new StartError(`There is no account ${user} for Squid.`);
  const [, , uid, gid] = row.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

function versionOf({ program, squid }: WebFilter): string {
  if (squid === 'other') return 'Squid';
  try {
    accessSync(program, constants.X_OK);
    return `Squid ${/Version (\S+)/.exec(execFileSync(program, ['-v'], { encoding: 'utf8' }))?.[1] ?? ''}`;
  } catch {
    throw new StartError(`${program} does not run: is Squid installed?`);
  }
}

await runMain(async (lifecycle) => {
  const [option, ...rest] = process.argv.slice(2);
  if ((option !== undefined && option !== '--snippet') || rest.length > 0) throw new StartError(USAGE, 2);
  const config = readWebFilter(process.env);
  setLogLevel(config.logLevel);
  if (option === '--snippet') {
    process.stdout.write(snippetFor(config.folder, config.identity));
    return;
  }
  const time = openPortalTime();
  const point = await openSquidPoint({
    point: config.point,
    link: openLink({ portal: config.portal, key: { id: config.point, secret: config.secret }, time }),
    time,
    software: `${versionOf(config)}, Vaktmester ${manifest.version}`,
    folder: config.folder,
    account: accountOf(config),
    identity: config.identity,
    byAddress: config.byAddress,
    squid: config.squid === 'own' ? { ...config, hostName: config.name } : undefined,
    place: placeOf(config.listen[0] ?? ''),
    say,
  }).catch((error: unknown) => {
    throw new StartError(error instanceof Error ? error.message : String(error), 1, { cause: error });
  });
  lifecycle.onStop('the point', () => point.close());
  process.stdout.write(`Web filter open at ${config.listen.join(', ')}\n`);
});
