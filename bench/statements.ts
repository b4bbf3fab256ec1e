/** Which statements take the time: every file of statements is sent one by one, each with a watch. */
import type pg from 'pg';

import { processorMs } from './processor.ts';

const SHOWN = 25;

/** The library knows the server's process, its types do not. */
const processOf = (client: object): number | undefined =>
  'processID' in client && typeof client.processID === 'number' ? client.processID : undefined;

const isSubmittable = (text: unknown): boolean => typeof text === 'object';

/** Answers the slowest, when asked; nothing without a pool. */
export function profiled(pool: pg.Pool | undefined): () => string[] {
  const took = new Map<string, { wall: number; processor: number }>();
  if (pool === undefined) return () => [];

  const watched = new WeakSet<pg.PoolClient>();
  const watch = (client: pg.PoolClient): void => {
    if (watched.has(client)) return;
    watched.add(client);
    const send = client.query.bind(client);
    const byOne = async (text: unknown, values?: unknown): Promise<unknown> => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- passed on as it came
      if (typeof text !== 'string' || values !== undefined) return send(text as string, values as unknown[]);
      let result: unknown;
      for (const statement of statementsOf(text)) {
        if (statement.replaceAll(/--.*$/gm, '').trim() === '') continue;
        const backend = processOf(client);
        const [start, used] = [performance.now(), processorMs(backend)];
        result = await send(statement);
        const name = statement.replaceAll(/--.*$/gm, '').trim().replaceAll(/\s+/g, ' ').slice(0, 110);
        const { wall = 0, processor = 0 } = took.get(name) ?? {};
        took.set(name, {
          wall: wall + performance.now() - start,
          processor: processor + processorMs(backend) - used,
        });
      }
      return result;
    };
    Object.assign(client, {
      query: (text: unknown, values?: unknown, done?: unknown) =>
        isSubmittable(text) || typeof values === 'function' || typeof done === 'function'
          ? // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- passed on as it came
            send(...([text, values, done] as Parameters<typeof send>))
          : byOne(text, values),
    });
  };
  pool.on('acquire', watch);
  return () => {
    pool.off('acquire', watch);
    return [...took]
      .toSorted(([, a], [, b]) => b.processor - a.processor || b.wall - a.wall)
      .slice(0, SHOWN)
      .map(
        ([name, { wall, processor }]) =>
          `  ${Math.round(wall).toString().padStart(7)} ms, processor ${Math.round(processor).toString().padStart(7)} ms  ${name}`,
      );
  };
}

/** One by one. A function's body holds statements of its own. */
function statementsOf(text: string): string[] {
  const statements: string[] = [];
  let open = '';
  for (const piece of text.split(/;[ \t]*(?:\n|$)/)) {
    open += open === '' ? piece : `;\n${piece}`;
    if ((open.split('$$').length - 1) % 2 === 1) continue;
    statements.push(open);
    open = '';
  }
  return statements;
}
