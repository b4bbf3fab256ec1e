import type { Config } from './config.ts';
import { describeConfig } from './config/describe.ts';
import { beginInstallation, installationFolder, writeDatabaseUrl } from './config/installation.ts';
import { readConfig } from './config/read.ts';
import type { Db } from './db.ts';
import type { Lifecycle } from './lifecycle.ts';
import { setLogLevel } from './log.ts';
import { StartError, WRONG_SETTING } from './start-error.ts';

const OPTIONS = ['--check-config', '--own'];

/**
 * `npm start`: opens the portal and says where. `--own` begins a portal of one's own instead of the demo; `--check-config`
 * only shows the configuration. `restart` closes everything and starts again.
 */
export async function start(lifecycle: Lifecycle, restart: () => void): Promise<void> {
  const [option, ...rest] = process.argv.slice(2);
  if ((option !== undefined && !OPTIONS.includes(option)) || rest.length > 0) {
    throw new StartError(
      `Unknown option: ${[option, ...rest].join(' ')}. There are ${OPTIONS.join(' and ')}.`,
      WRONG_SETTING,
    );
  }
  if (option === '--own') beginInstallation(process.env);
  const config = readConfig(process.env);
  if (option === '--check-config') {
    const { readKeptForCheck } = await import('./connections/kept-for-check.ts');
    const { kept, unread } = await readKeptForCheck(config, lifecycle);
    process.stdout.write(describeConfig(process.env, kept));
    if (unread !== undefined) say(`What the portal keeps itself could not be read: ${unread}`);
    await lifecycle.stop();
    return;
  }
  setLogLevel(config.logLevel);

  // Only now: a wrong setting is reported at once, without loading the rest of the portal.
  const { openPortal } = await import('./portal.ts');
  const { port, db, publicUrl, firstVisit } = await openPortal(config, lifecycle, {
    say,
    restart,
    keepServer: serverChooser(config),
  });
  if (config.demo) await greet(db);
  const local = `http://localhost:${port}`;
  say(`Vaktmester is open at ${config.port === port ? publicUrl : local}`);
  if (firstVisit === undefined) return;
  say(`Nobody administers it yet. Go to ${local}/setup with this code: ${firstVisit.code}`);
  if (firstVisit.file !== undefined) say(`The code also stands in ${firstVisit.file}`);
}

/** Keeps the address of a database server for the next start, where the environment leaves the choice to the portal. */
function serverChooser({ given }: Config): ((url: string) => void) | undefined {
  const folder = installationFolder(process.env);
  if (folder === undefined || given.has('databaseUrl')) return undefined;
  return (url) => writeDatabaseUrl(folder, url);
}

const say = (text: string): void => void process.stdout.write(`${text}\n`);

async function greet(db: Db): Promise<void> {
  const { demoAccounts } = await import('./demo/accounts.ts');
  const { welcome } = await import('./demo/welcome.ts');
  say(welcome(await demoAccounts(db)));
}
