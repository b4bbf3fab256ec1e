import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';

// What was compiled at the last start need not be compiled again: a quarter of the time until the door is open.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/compiled'));

const { runMain } = await import('./lifecycle.ts');
const { start } = await import('./start.ts');
await runMain(async (lifecycle, restart) => {
  await start(lifecycle, restart);
  // Now, and not at the end: whoever is killed, or loses the power, has no end.
  flushCompileCache();
});
