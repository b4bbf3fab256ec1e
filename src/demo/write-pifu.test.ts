import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, describe, expect, it } from 'vitest';

import { generate } from './generate.ts';
import { readArguments } from './write-pifu.ts';

const folder = mkdtempSync(join(tmpdir(), 'demo-'));
afterAll(() => rmSync(folder, { recursive: true }));

const command = fileURLToPath(new URL('write-pifu.ts', import.meta.url));
const run = (...args: string[]) => spawnSync(process.execPath, [command, ...args], { encoding: 'utf8' });

describe('npm run demo', () => {
  it('writes the whole file and leaves nothing else behind', () => {
    const out = join(folder, 'small.xml');
    const { status, stderr } = run('--schools', '2', '--pupils', '40', '--employees', '9', '--out', out);
    expect([status, stderr]).toEqual([0, '']);
    const expected = [...generate({ schools: 2, pupils: 40, employees: 9 })].join('');
    expect(readFileSync(out, 'utf8')).toBe(expected);
    expect(readdirSync(folder)).toEqual(['small.xml']);
  });

  it('writes to standard output', () => {
    const { stdout } = run('--schools', '1', '--pupils', '10', '--employees', '2', '--out', '-');
    expect(stdout).toBe([...generate({ schools: 1, pupils: 10, employees: 2 })].join(''));
  });

  it('reads shares in per cent, with comma or point', () => {
    const { parameters } = readArguments(['--out', 'x', '--changes', '0,5%', '--without-school', 'SOL']);
    expect(parameters).toEqual({ changes: 0.005, withoutSchool: 'SOL' });
  });

  it.each([
    [['--schools', '12'], '--out is missing'],
    [['--out', 'x', '--schools', 'many'], '--schools must be a number'],
    [['--out', 'x', '--schools', '0'], 'schools must be between 1 and 3500'],
    [['--out', 'x', '--schools', '12', '--employees', '12'], 'employees must be between 13'],
    [['--out', 'x', '--date', '2026-02-30'], 'date must be a day as yyyy-mm-dd'],
    [['--out', 'x', '--changes', '80%'], 'changes must be between 0 and 0.5'],
    [['--out', '/nowhere/at/all.xml'], 'ENOENT'],
  ])('explains %j', (args, message) => {
    const { status, stderr } = run(...args);
    expect(stderr).toContain(message);
    expect(status).toBe(1);
  });
});
