import { statfs } from 'node:fs/promises';

import { refuse } from '#kernel/errors.ts';
import { implement } from '#server/http/endpoint.ts';
import { areJobsAlive } from '#server/jobs/due.ts';
import { schedule } from '#server/jobs/schedule.ts';
import { JOURNAL_CHECK } from '#server/journal/check.ts';
import { manifest } from '#server/manifest.ts';
import { askFor, type Mark, readMarks } from '#server/marks.ts';

import { health, type HealthPart, type HealthRow } from '../contract.ts';
import { ages, stateOfAge, stateOfDisk, worst } from '../rules.ts';
import { readFacts, readSources, type SourceFacts } from './store.ts';

type Row = Omit<HealthRow, 'workedAt' | 'failedAt'> & { workedAt: Date | null; failedAt: Date | null };

export const healthHandlers = implement(health, {
  async read({ db, services, now }) {
    const config = services.connections.current();
    const [facts, marks, found, isAlive, disk] = await Promise.all([
      readFacts(db),
      readMarks(db),
      readSources(db),
      areJobsAlive(db),
      readDisk(config.data),
    ]);
    // Backups and checks happen in real time, whatever the portal's clock says.
    const at = new Date();
    const jobs = schedule.map(({ name, cron }) =>
      Object.assign(jobOf(marks.get(`job/${name}`)), { name, cron }),
    );
    const sources = found.map((source) => sourceOf(source, now));
    const aged = (part: 'backup' | 'restoreTest' | 'journalCheck', name: string) => {
      const mark = marks.get(name) ?? never;
      return { ...byMark(part, mark), state: stateOfAge(mark, ages[part], at) };
    };
    const isOwnServer = !config.given.has('databaseUrl');
    const { directoryError, directoryKind } = facts;
    const Items: Row[] = [
      aged('backup', 'backup'),
      aged('restoreTest', 'restore-test'),
      {
        ...plain('journal', facts.lateSeals > 0 ? 'failed' : 'ok'),
        workedAt: facts.sealedAt,
        figures: { unsealed: facts.unsealed },
      },
      aged('journalCheck', JOURNAL_CHECK),
      {
        ...plain('jobs', isAlive && jobs.every(({ state }) => state !== 'failed') ? 'ok' : 'failed'),
        figures: { jobs: jobs.length, failing: jobs.filter(({ state }) => state === 'failed').length },
      },
      {
        ...plain('sources', worst(sources.map(({ state }) => state))),
        figures: { sources: sources.length },
      },
      {
        ...plain('directory', directoryKind === 'none' ? 'unset' : directoryError === null ? 'ok' : 'failed'),
        workedAt: facts.directoryAt,
        failedAt: facts.directoryErrorAt,
        failure: directoryError,
      },
      {
        ...plain('federation', config.oidcIssuer === undefined && !services.demo ? 'unset' : 'ok'),
        workedAt: facts.federatedAt,
      },
      disk === undefined
        ? { ...plain('disk', 'attention') }
        : { ...plain('disk', stateOfDisk(disk.free, disk.total)), figures: disk },
      {
        ...plain('database', facts.connections > facts.mostConnections * 0.9 ? 'attention' : 'ok'),
        figures: {
          postgres: facts.version,
          server: isOwnServer ? 'own' : 'other',
          size: facts.size,
          connections: facts.connections,
          mostConnections: facts.mostConnections,
        },
      },
      {
        ...plain('secondFactor', facts.withoutFactor > 0 ? 'attention' : 'ok'),
        figures: { keepers: facts.keepers, withoutFactor: facts.withoutFactor },
      },
      {
        ...plain('portal', 'ok'),
        figures: {
          version: manifest.version,
          node: process.versions.node,
          uptime: Math.round(process.uptime()),
        },
      },
    ];
    return { at, Items, jobs, sources };
  },

  async checkJournal({ db }) {
    if (!(await askFor(db, JOURNAL_CHECK))) return refuse('health.check-running');
    return {};
  },
});

const never: Mark = { name: '', workedAt: null, failedAt: null, failure: null, askedAt: null, details: {} };

const plain = (part: HealthPart, state: Row['state']): Row => ({
  part,
  state,
  workedAt: null,
  failedAt: null,
  failure: null,
  isRunning: false,
  figures: {},
});

function byMark(part: HealthPart, { workedAt, failedAt, failure, askedAt, details }: Mark): Row {
  const figures: Row['figures'] = {};
  for (const [name, value] of Object.entries(details)) if (value !== null) figures[name] = value;
  return { ...plain(part, 'ok'), workedAt, failedAt, failure, isRunning: askedAt !== null, figures };
}

/** A job that has never been due is no fault. */
function jobOf(mark: Mark = never) {
  const { workedAt, failedAt, failure } = mark;
  const state =
    failure !== null ? ('failed' as const) : workedAt === null ? ('unset' as const) : ('ok' as const);
  return { state, workedAt, failedAt, failure };
}

function sourceOf({ name, workedAt, failedAt, outcome }: SourceFacts, now: Date) {
  const failure = outcome === null || outcome === 'completed' ? null : outcome;
  return { name, workedAt, failedAt, failure, state: stateOfAge({ workedAt, failure }, ages.source, now) };
}

/** Of the disk the data folder is on, in bytes; undefined where there is no such folder on this machine. */
async function readDisk(folder: string): Promise<{ free: number; total: number } | undefined> {
  const found = await statfs(folder).catch(() => undefined);
  return found && { free: found.bavail * found.bsize, total: found.blocks * found.bsize };
}
