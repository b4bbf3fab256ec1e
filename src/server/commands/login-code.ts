/**
 * `npm run login-code -- USER`: a single-use code for central admin (auth_type C), good for ten minutes.
 * `--create "First Last" [--role superadmin]` makes the account first: the way into a new installation.
 */
import { parseArgs } from 'node:util';

import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config/read.ts';
import { runMain } from '#server/lifecycle.ts';
import { openDatabases } from '#server/open-database.ts';
import { type CodeRefusal, createAdmin, operatorCode } from '#server/session/operator.ts';
import { StartError } from '#server/start-error.ts';

const USAGE = 'Usage: npm run login-code -- USER [--create "FIRST LAST" [--role superadmin|centralAdmin]]';

const refusals: Record<CodeRefusal, string> = {
  unknown: 'There is no user of that name. Make one with --create "First Last".',
  closed: 'The account is closed.',
  'not-central':
    'The user has no role for the whole owner. Everybody else signs in through the federation, so no code is given.',
};

interface Arguments {
  userName: string;
  name: string | undefined;
  role: 'superadmin' | 'centralAdmin';
}

function readArguments(): Arguments {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { create: { type: 'string' }, role: { type: 'string', default: 'superadmin' } },
    });
    const [userName, ...more] = positionals;
    const { create: name, role } = values;
    if (userName === undefined || more.length > 0) throw new StartError(USAGE, 2);
    if (role !== 'superadmin' && role !== 'centralAdmin') throw new StartError(USAGE, 2);
    return { userName, name, role };
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`, 2);
  }
}

await runMain(async (lifecycle) => {
  const { userName, name, role } = readArguments();
  const config = readConfig(process.env);
  const {
    work: { db },
  } = await openDatabases(config, lifecycle, 'join');
  const now = systemClock.now();

  if (name !== undefined) {
    const [firstName = '', ...rest] = name.trim().split(/\s+/);
    const made = await createAdmin(db, { userName, firstName, lastName: rest.join(' '), role, now });
    if (!made) throw new StartError(`The user name ${userName} is taken; user names are never used again.`);
  }
  const answer = await operatorCode(db, userName, { now, realNow: now });
  if ('refusal' in answer) throw new StartError(refusals[answer.refusal]);
  process.stdout.write(`${answer.code}\n`);
  process.stderr.write(`Works once within ten minutes, at ${config.publicUrl}/central-admin/login\n`);
  await lifecycle.stop();
});
