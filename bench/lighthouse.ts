/**
 * Lighthouse (desktop), asked about one page in a browser that is open. It stands beside the portal's own packages, with
 * a lock of its own, and is installed the first time somebody measures.
 */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const FOLDER = join(import.meta.dirname, 'lighthouse');
const PROGRAM = join(FOLDER, 'node_modules', 'lighthouse', 'cli', 'index.js');
const LONGEST_REPORT = 64 * 1024 * 1024;

/** What is read of its report. */
export interface Report {
  finalDisplayedUrl: string;
  /** `score` is 0 to 1; null = it could not be given. */
  categories: Partial<
    Record<string, { score: number | null; auditRefs: readonly { id: string; weight: number }[] }>
  >;
  audits: Partial<Record<string, { title: string; displayValue?: string; score: number | null }>>;
}

export interface Question {
  url: string;
  /** Where the browser listens for those who drive it. */
  port: number;
  categories: readonly string[];
}

/** Who is signed in in that browser stays so. */
export async function audit({ url, port, categories }: Question): Promise<Report> {
  install();
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      PROGRAM,
      url,
      `--port=${port}`,
      '--preset=desktop',
      '--disable-storage-reset',
      `--only-categories=${categories.join(',')}`,
      '--output=json',
      '--quiet',
      '--no-enable-error-reporting',
    ],
    { maxBuffer: LONGEST_REPORT },
  );
  // oxlint-disable-next-line no-unsafe-type-assertion -- as Lighthouse documents its result
  return JSON.parse(stdout) as Report;
}

function install(): void {
  if (existsSync(PROGRAM)) return;
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: FOLDER,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error('Lighthouse could not be installed');
}
