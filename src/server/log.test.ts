import { execFileSync } from 'node:child_process';

import { expect, it } from 'vitest';

/** What a process that runs `code` with the log prints, one object per line. */
function logged(code: string): Record<string, unknown>[] {
  const script = `import { log, setLogLevel, withLogFields } from '#server/log.ts';\n${code}`;
  const output = execFileSync(process.execPath, ['--input-type=module-typescript', '--eval', script], {
    encoding: 'utf8',
  });
  return output
    .split('\n')
    .filter(Boolean)
    .map((line): Record<string, unknown> => JSON.parse(line));
}

const levels = (code: string) => logged(code).map(({ level }) => level);

it('keeps to the levels of the specification (specification §9)', () => {
  const all = 'log.debug("d"); log.info("i"); log.warn("w"); log.error("e");';
  expect(levels(all)).toEqual(['warning', 'error']);
  expect(levels(`setLogLevel('debug'); ${all}`)).toEqual(['debug', 'info', 'warning', 'error']);
  expect(levels(`setLogLevel('off'); ${all}`)).toEqual([]);
});

it('carries the fields of what is going on, across waiting', () => {
  const [line] = logged(`
    await withLogFields({ correlationId: 'c-1' }, async () => {
      await null;
      withLogFields({ job: 'j-1' }, () => log.error('failed'));
    });`);
  expect(line).toMatchObject({ correlationId: 'c-1', job: 'j-1', message: 'failed' });
});

it('never prints a secret or a personal number', () => {
  const [line] = logged(`
    log.error({ user: { nationalNumber: '01817099999', password: 'x' }, headers: { authorization: 'Bearer x', cookie: 'y' } }, 'whole');`);
  expect(line).toMatchObject({
    user: { nationalNumber: '[hidden]', password: '[hidden]' },
    headers: { authorization: '[hidden]', cookie: '[hidden]' },
  });
});
