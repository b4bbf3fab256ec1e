import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What is timed runs alone, when all others are done. */
const TIMED = 'e2e/**/speed.e2e.ts';
const TIMED_UNIT = 'src/connectors/web-filter/squid/squid-timed.test.ts';
/** One embedded PostgreSQL per run; a database per test file. */
const SERVER = 'src/server/testing/postgres-setup.ts';

/** What starts and kills processes, and plays whole days: it mostly waits, and would be waited for at the end. */
const LONG = /\/tests\/|\/main\.test|\/embedded\.test|\/(?:rpz|squid)\.test/;

/** What takes long first, so that the last to be done is short; then those in a browser, one project after the other. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line no-array-sort -- the sequencer's own method, not an array's
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}

function rank({ moduleId, project }: TestSpecification): number {
  if (LONG.test(moduleId)) return 0;
  return project.name === 'e2e' ? 1 : 2;
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // One more than two cores: each often waits for a database, a portal or a browser.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          globalSetup: [SERVER],
          // What the files load is loaded once for each worker, which halves the time: nothing of a test stays in a
          // module, and what a file opens it closes.
          isolate: false,
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'tests/**/*.test.ts'],
          exclude: [TIMED_UNIT],
          testTimeout: 15_000,
          hookTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-timed',
          globalSetup: [SERVER],
          include: [TIMED_UNIT],
          testTimeout: 15_000,
          hookTimeout: 30_000,
          sequence: { groupOrder: 1 },
          maxWorkers: 1,
        },
      },
      {
        extends: true,
        test: {
          // What takes minutes and is asked for by name: `npm run test:long`.
          name: 'long',
          globalSetup: [SERVER],
          include: ['tests/**/*.long.ts'],
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          exclude: [TIMED],
          globalSetup: [SERVER, 'e2e/support/setup.ts'],
          // A worker loads what drives the browser, and starts one, once.
          isolate: false,
          testTimeout: 120_000,
          // A real browser on a busy machine may be late once; what fails twice has failed.
          retry: 1,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e-timed',
          include: [TIMED],
          globalSetup: [SERVER, 'e2e/support/setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // After the other timed ones: each for itself.
          sequence: { groupOrder: 2 },
          maxWorkers: 1,
        },
      },
    ],
  },
});
