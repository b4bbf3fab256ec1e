/** Work that takes turns: at most so much with one key at a time, in the order it came. Of this process alone. */
import { refuse } from '#kernel/errors.ts';

export interface Turns {
  /**
   * Resolves when it is the key's turn, with what gives the turn back (giving it back twice does no harm). Refuses
   * with `request.too-many` when too many wait for this key already.
   */
  take: (key: string) => Promise<() => void>;
  run: <T>(key: string, work: () => Promise<T>) => Promise<T>;
}

interface Line {
  running: number;
  waiting: (() => void)[];
}

export function openTurns({ atOnce, waiting: mostWaiting }: { atOnce: number; waiting: number }): Turns {
  const lines = new Map<string, Line>();

  async function take(key: string): Promise<() => void> {
    const line = lines.get(key) ?? { running: 0, waiting: [] };
    lines.set(key, line);
    if (line.running < atOnce) line.running += 1;
    else if (line.waiting.length < mostWaiting) {
      await new Promise<void>((resume) => {
        line.waiting.push(resume);
      });
    } else refuse('request.too-many', { params: { seconds: 1 } });

    let isMine = true;
    return () => {
      if (!isMine) return;
      isMine = false;
      // The next in line takes the place over, so that nobody who comes now gets in between.
      const next = line.waiting.shift();
      if (next) return next();
      line.running -= 1;
      if (line.running === 0) lines.delete(key);
    };
  }

  return {
    take,
    run: async (key, work) => {
      const giveBack = await take(key);
      try {
        return await work();
      } finally {
        giveBack();
      }
    },
  };
}
