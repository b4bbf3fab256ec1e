/**
 * The enforcement point for Squid: answers its questions, cuts what is open when a lock begins, and keeps a Squid of
 * its own running, or serves one that others run.
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { type Engine, openEngine, type Voice } from '../point/engine.ts';
import { openKeeper } from '../point/kept-set.ts';
import type { PortalLink } from '../port.ts';
import type { PortalTime } from '../protocol/portal-time.ts';
import { activeRequests, type Place } from './active-requests.ts';
import { enforcement, type Identity, squidConfiguration } from './configuration.ts';
import { openConnections } from './connections.ts';
import { connectedClients, cut, whyNoCut } from './cut.ts';
import { type Account, openDoor } from './door.ts';
import { answerLine, readQuestion } from './question.ts';
import { REFUSAL_PAGE, refusalPage } from './refusal.ts';
import { superviseSquid, type Supervised, whyNotTaken } from './supervise.ts';

export interface OwnSquid {
  program: string;
  listen: readonly string[];
  clients: readonly string[];
  hostName: string;
  accessLog?: string | undefined;
  include?: string | undefined;
}

export interface SquidPointOptions {
  point: string;
  link: PortalLink;
  time: PortalTime;
  software: string;
  folder: string;
  account: Account | undefined;
  identity: Identity;
  byAddress: boolean;
  /** Undefined: others run Squid, and take in what `enforcement` says. */
  squid: OwnSquid | undefined;
  /** Where Squid listens: its own list of who is connected is asked for there. */
  place: Place;
  machine?: () => number;
  say: Voice;
}

export interface SquidPoint {
  engine: Engine;
  squid: Supervised | undefined;
  /** `leaving`: Squid goes on, for the point that comes after. */
  close: (options?: { leaving: boolean }) => Promise<void>;
}

const LOOK_MS = 60_000;
/** A machine that is busy just then: the same is tried again soon. */
const CUT_AGAIN_MS = 1_000;
const CUT_TRIES = 5;
const SQUIDS_PAGES = '/usr/share/squid/errors/templates';
const HELPER = join(import.meta.dirname, 'helper.ts');

/** Fails with an error that says so when Squid does not take what it is given. */
export async function openSquidPoint(options: SquidPointOptions): Promise<SquidPoint> {
  const { folder, account, say, identity } = options;
  const shared = makeFolder(folder, account, say);
  const noNode = account && whyNoNode(account);
  if (noNode !== undefined) throw new Error(noNode);
  const connections = openConnections();
  let isClosed = false;
  const noCut = await whyNoCut();
  if (noCut !== undefined) say('warning', `Open connections outlive the beginning of a lock: ${noCut}`);

  const engine = await openEngine({
    ...options,
    keeper: openKeeper(join(folder, 'leases.json'), (error) => say('error', 'The set cannot be kept', error)),
    cannot: () => (noCut === undefined ? [] : ['Cannot cut connections that are open when a lock begins.']),
    changed: (users) => void review(users),
  });
  await recall();
  await review(undefined);

  /** Ends the connections that lead where their person may no longer go. Undefined: everybody's are looked at. */
  async function review(users: ReadonlySet<string> | undefined, tries = CUT_TRIES): Promise<void> {
    // Most have ended since the last look: the kernel would be asked about each, and some ends are others' by now.
    await forgetEnded();
    const shut = connections.all().filter((connection) => {
      if (users && !engine.namesOf(connection).some((name) => users.has(name))) return false;
      return !engine.isOpen(connection);
    });
    const doomed = shut.toArray();
    if (doomed.length === 0) return;
    for (const { client } of doomed) connections.forget(client);
    if (noCut !== undefined) return;
    try {
      engine.noteCut(await cut(doomed));
    } catch (error) {
      say('error', `${doomed.length} connections could not be cut`, error);
      // Those that have not been asked on since, or not by somebody else.
      for (const one of doomed) if (!connections.isKnown(one.client)) connections.remember(one);
      if (tries <= 1 || isClosed) return;
      await delay(CUT_AGAIN_MS);
      if (!isClosed) await review(users, tries - 1);
    }
  }

  /** What was opened while no point looked. */
  async function recall(): Promise<void> {
    try {
      for (const connection of await activeRequests(options.place)) connections.remember(connection);
    } catch {
      // No Squid is running yet, so nobody is connected.
    }
  }

  async function forgetEnded(): Promise<void> {
    const before = performance.now();
    const clients = connections.size() > 0 ? await connectedClients() : undefined;
    if (clients) connections.keepOnly(clients, before);
  }
  const looking = setInterval(() => void forgetEnded(), LOOK_MS);

  const door = await openDoor(socketOf(folder), account, (line) => {
    const question = readQuestion(line);
    if (!question) return 'ERR message=bad-question';
    const answer = engine.decide(question);
    if (answer.open) connections.remember(question);
    else connections.forget(question.client);
    return answerLine(answer, options.time.now());
  });

  let squid: Supervised | undefined;
  try {
    squid = await startSquid();
  } catch (error) {
    clearInterval(looking);
    await Promise.all([door.close(), engine.close()]);
    throw error;
  }

  async function startSquid(): Promise<Supervised | undefined> {
    if (!options.squid) return undefined;
    const configuration = squidConfiguration({
      ...options.squid,
      identity,
      helper: helperOf(folder),
      folder: shared,
      pages: join(shared, 'pages'),
      hasParent: hasParent(options.squid.include),
    });
    const draft = join(shared, 'squid.conf.new');
    writeFileSync(draft, configuration);
    const reason = await whyNotTaken(options.squid.program, draft);
    if (reason !== undefined) throw new Error(`Squid does not take the configuration: ${reason}`);
    return superviseSquid({ program: options.squid.program, configuration, folder: shared, account, say });
  }

  return {
    engine,
    squid,
    async close({ leaving } = { leaving: false }) {
      isClosed = true;
      clearInterval(looking);
      if (leaving) squid?.leave();
      else await squid?.stop();
      await door.close();
      await engine.close();
    },
  };
}

const socketOf = (folder: string): string => join(folder, 'squid', 'point.sock');
const helperOf = (folder: string) =>
  [process.execPath, join(folder, 'squid', 'helper.mts'), socketOf(folder)] as const;

/** What a Squid that others run must take in. */
export const snippetFor = (folder: string, identity: Identity): string =>
  enforcement({ identity, helper: helperOf(folder) });

/** The set stays with the point; what Squid needs lies beside it, open to Squid's account. */
function makeFolder(folder: string, account: Account | undefined, say: Voice): string {
  const shared = join(folder, 'squid');
  const pages = join(shared, 'pages');
  mkdirSync(pages, { recursive: true });
  writeFileSync(join(pages, REFUSAL_PAGE), refusalPage);
  linkSquidsOwn(pages);
  // Where this program lies may be closed to Squid's account.
  copyFileSync(HELPER, join(shared, 'helper.mts'));
  chmodSync(folder, account ? 0o711 : 0o700);
  if (account) {
    try {
      chownSync(shared, account.uid, account.gid);
    } catch (error) {
      say('warning', `${shared} could not be given to Squid's account`, error);
    }
  }
  return shared;
}

/** What cannot be read Squid itself complains of. */
function hasParent(include: string | undefined): boolean {
  if (include === undefined || !existsSync(include)) return false;
  return /^\s*never_direct\s+allow\s+all\b/m.test(readFileSync(include, 'utf8'));
}

/** Why Squid could not start its helpers; undefined when it can. */
export function whyNoNode({ uid, gid }: Account): string | undefined {
  const { status } = spawnSync(process.execPath, ['--version'], { uid, gid, cwd: '/', stdio: 'ignore' });
  return status === 0
    ? undefined
    : `Squid's account may not run ${process.execPath}: install Node for the whole machine`;
}

/** What Squid says of its own accord (no such host, no answer) stays as it is; it looks for all of it in one folder. */
function linkSquidsOwn(pages: string): void {
  if (!existsSync(SQUIDS_PAGES)) return;
  for (const name of readdirSync(SQUIDS_PAGES)) {
    if (!existsSync(join(pages, name))) symlinkSync(join(SQUIDS_PAGES, name), join(pages, name));
  }
}
