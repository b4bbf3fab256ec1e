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

it('says what failed and where, without the values a failure quotes', () => {
  const failing = `
    const error = Object.assign(new Error('duplicate key, see 01817099999'), {
      code: '23505',
      constraint: 'users_number',
      detail: 'Key (national_number)=(01817099999) already exists.',
      cause: Object.assign(new Error('connect ECONNREFUSED'), { parameters: ['01817099999'] }),
    });`;
  const lines = logged(
    `${failing} log.error({ error, route: '/x' }, 'A request failed'); log.error(error, 'A job failed');`,
  );
  for (const line of lines) {
    expect(line).toMatchObject({
      error: {
        type: 'Error',
        code: '23505',
        constraint: 'users_number',
        cause: { message: 'connect ECONNREFUSED' },
      },
    });
    expect(JSON.stringify(line)).toContain('duplicate key');
    expect(JSON.stringify(line)).toContain('stack');
    expect(JSON.stringify(line)).not.toContain('01817099999');
  }
  expect(lines.map(({ message }) => message)).toEqual(['A request failed', 'A job failed']);
});
