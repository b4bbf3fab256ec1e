import { describeConfig } from './config/describe.ts';
import { readConfig } from './config/read.ts';
import type { Db } from './db.ts';
import type { Lifecycle } from './lifecycle.ts';
import { setLogLevel } from './log.ts';
import { StartError, WRONG_SETTING } from './start-error.ts';

/** `npm start`: opens the portal and says where, or with `--check-config` only shows the configuration. */
export async function start(lifecycle: Lifecycle): Promise<void> {
  const [option, ...rest] = process.argv.slice(2);
  if ((option !== undefined && option !== '--check-config') || rest.length > 0) {
    throw new StartError(
      `Unknown option: ${[option, ...rest].join(' ')}. There is --check-config.`,
      WRONG_SETTING,
    );
  }
  const config = readConfig(process.env);
  if (option === '--check-config') {
    process.stdout.write(describeConfig(process.env));
    return;
  }
  setLogLevel(config.logLevel);

  // Only now: a wrong setting is told at once, without loading the house.
  const { openPortal } = await import('./portal.ts');
  const { port, db } = await openPortal(config, lifecycle, say);
  if (config.demo) await greet(db);
  const address = config.port === port ? config.publicUrl : `http://localhost:${port}`;
  say(`Vaktmester is open at ${address}`);
}

const say = (text: string): void => void process.stdout.write(`${text}\n`);

async function greet(db: Db): Promise<void> {
  const { demoAccounts } = await import('./demo/accounts.ts');
  const { welcome } = await import('./demo/welcome.ts');
  say(welcome(await demoAccounts(db)));
}
