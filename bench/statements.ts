/** Which statements take the time: every file of statements is sent one by one, each with a watch. */
import type pg from 'pg';

const SHOWN = 25;

const isSubmittable = (text: unknown): boolean => typeof text === 'object';

/** Answers the slowest, when asked; nothing without a pool. */
export function profiled(pool: pg.Pool | undefined): () => string[] {
  const took = new Map<string, number>();
  if (pool === undefined) return () => [];

  const watch = (client: pg.PoolClient): void => {
    const send = client.query.bind(client);
    const byOne = async (text: unknown, values?: unknown): Promise<unknown> => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- passed on as it came
      if (typeof text !== 'string' || values !== undefined) return send(text as string, values as unknown[]);
      let result: unknown;
      for (const statement of statementsOf(text)) {
        if (statement.replaceAll(/--.*$/gm, '').trim() === '') continue;
        const start = performance.now();
        result = await send(statement);
        const name = statement.replaceAll(/--.*$/gm, '').trim().replaceAll(/\s+/g, ' ').slice(0, 110);
        took.set(name, (took.get(name) ?? 0) + performance.now() - start);
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
  pool.on('connect', watch);
  return () => {
    pool.off('connect', watch);
    return [...took]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, SHOWN)
      .map(([name, ms]) => `  ${Math.round(ms).toString().padStart(7)} ms  ${name}`);
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
