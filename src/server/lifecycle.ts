import { log } from './log.ts';
import { StartError } from './start-error.ts';

/** What must be closed when the process ends, in the reverse order of its opening. */
export interface Lifecycle {
  onStop: (name: string, close: () => Promise<void> | void) => void;
  stop: () => Promise<void>;
}

const STOP_LIMIT_MS = 30_000;
const INTERRUPTED = 130;

export function openLifecycle(): Lifecycle {
  const closers: { name: string; close: () => Promise<void> | void }[] = [];
  let stopping: Promise<void> | undefined;

  const closeAll = async () => {
    for (let closer = closers.pop(); closer; closer = closers.pop()) {
      try {
        await closer.close();
        log.debug(`Closed ${closer.name}`);
      } catch (error) {
        log.error(error, `Could not close ${closer.name}`); // the rest still has to be closed
      }
    }
  };
  return {
    onStop: (name, close) => void closers.push({ name, close }),
    stop: () => (stopping ??= closeAll()),
  };
}

/** Ctrl-C and SIGTERM stop cleanly; the second one, or half a minute, ends the process at once. */
export function stopOnSignals({ stop }: Pick<Lifecycle, 'stop'>): void {
  let asked = false;
  const onSignal = (signal: NodeJS.Signals) => {
    if (asked) process.exit(INTERRUPTED);
    asked = true;
    log.info({ signal }, 'Stopping');
    setTimeout(() => {
      log.error('Stopping takes too long: giving up');
      process.exit(1);
    }, STOP_LIMIT_MS).unref();
    void stop().then(() => process.exit(0));
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, onSignal);
}

/**
 * Runs a command's `work` from start to end: what goes wrong is one line, and the exit code says so. `restart` closes what
 * the work opened and runs it again in the same process.
 */
export async function runMain(
  work: (lifecycle: Lifecycle, restart: () => void) => Promise<void>,
): Promise<void> {
  let lifecycle = openLifecycle();
  stopOnSignals({ stop: () => lifecycle.stop() });
  const run = async (): Promise<void> => {
    try {
      await work(lifecycle, () => void restart());
    } catch (error) {
      await fail(lifecycle, error);
    }
  };
  const restart = async (): Promise<void> => {
    const old = lifecycle;
    await old.stop();
    lifecycle = openLifecycle();
    await run();
  };
  await run();
}

async function fail(lifecycle: Lifecycle, error: unknown): Promise<void> {
  if (error instanceof StartError) {
    process.stderr.write(`${error.message}\n`);
    log.debug(error.cause);
  } else {
    log.fatal(error);
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  }
  await lifecycle.stop();
  process.exit(error instanceof StartError ? error.exitCode : 1);
}
