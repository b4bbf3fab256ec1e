/**
 * How fast a real directory follows the portal (specification §3): accounts with a password and members per second
 * against a bare client with as many connections in the same run, how long one changed membership takes when nothing
 * else is under way, and a sweep without differences. Samba is started for it: root on Debian, as the tests.
 * `node bench/directory.ts [accounts] [groups] [changes] [swept]`
 */
import { measureAccounts } from './directory/accounts.ts';
import { openGround, print } from './directory/ground.ts';
import { measureMembers } from './directory/members.ts';
import { measureOneChange } from './directory/one-change.ts';
import { measureSweep } from './directory/sweep.ts';

const [accounts = 400, groups = 40, changes = 60, swept = 20_000] = process.argv.slice(2).map(Number);

const ground = await openGround();
if (typeof ground === 'string') {
  print(`No directory to measure: ${ground}`);
  process.exit(0);
}
try {
  await measureAccounts(ground, accounts);
  await measureMembers(ground, groups);
  await measureOneChange(ground, changes);
  await measureSweep(ground, swept);
} finally {
  await ground.end();
}
