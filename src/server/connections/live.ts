/** The settings of connections as they hold now, on every node, without a restart where that is possible. */
import type { Config, SettingKey } from '../config.ts';
import { sourceOf, withKept } from '../config/read.ts';
import type { Db } from '../db.ts';
import type { KeptSecrets } from '../kept-secrets.ts';
import { log } from '../log.ts';
import type { Listener } from '../postgres/listener.ts';
import { type GroupName, groupNames, groups, type GroupSource, needsRestart } from './groups.ts';
import { readKept } from './store.ts';

export interface Connections {
  /** The environment's settings, then the kept ones, then the defaults. */
  current: () => Config;
  sourceOf: (group: GroupName) => GroupSource;
  /** The group was changed since this process opened, and is only used after a restart. */
  waitsForRestart: (group: GroupName) => boolean;
  /** `follow` runs after each change of the group, one change after the other; what it throws is logged. */
  onChange: (group: GroupName, follow: () => Promise<void> | void) => void;
  /** Reads the kept settings and resolves when everybody has followed. */
  refresh: () => Promise<void>;
}

const CHANNEL = 'connections';
const unread = (error: unknown) => log.error(error, 'The settings of connections could not be read');

export async function openConnections(
  config: Config,
  db: Db,
  secrets: KeptSecrets,
  listener: Listener,
): Promise<Connections> {
  const followers = new Map<GroupName, (() => Promise<void> | void)[]>();
  let kept = new Map<SettingKey, string>();
  let current = config;

  async function read(): Promise<void> {
    kept = await readKept(db, secrets);
    const overlaid = withKept(config, kept);
    for (const problem of overlaid.wrong) log.error(`A setting kept by the portal is not used: ${problem}`);
    current = overlaid.config;
  }

  async function refreshOnce(): Promise<void> {
    const before = current;
    await read();
    for (const group of groupNames) {
      if (same(group, before, current)) continue;
      for (const follow of followers.get(group) ?? []) {
        try {
          await follow();
        } catch (error) {
          log.error(error, `The changed settings of ${group} could not be taken into use`);
        }
      }
    }
  }

  let under = Promise.resolve();
  const refresh = () => (under = under.then(refreshOnce, refreshOnce));

  // A secret of another key must not keep the portal closed: it can only be written anew on its screens.
  await read().catch(unread);
  const opened = current;
  await listener.on(CHANNEL, () => void refresh().catch(unread));
  return {
    current: () => current,
    sourceOf: (group) => sourceOf(group, config, kept),
    waitsForRestart: (group) => needsRestart.has(group) && !same(group, opened, current),
    onChange: (group, follow) => void followers.set(group, [...(followers.get(group) ?? []), follow]),
    refresh,
  };
}

const valuesOf = (group: GroupName, config: Config) =>
  JSON.stringify(groups[group].map((key) => config[key]));
const same = (group: GroupName, a: Config, b: Config): boolean => valuesOf(group, a) === valuesOf(group, b);
