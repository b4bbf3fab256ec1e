/**
 * The browser of the end-to-end tests and the measurements: the one named in CHROMIUM_PATH, else the machine's own, else
 * one that Playwright has fetched, else the one that comes with the packages (Linux on x64).
 */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { type Browser, chromium } from 'playwright-core';

export interface FoundBrowser {
  path: string;
  flags: string[];
}

/** The headless shell first: it starts no window around each page, and takes half the machine. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome.exe',
];
/** Where systems put it that do not put it on the path. */
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ...['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].map((folder) =>
    join(process.env[folder] ?? '', 'Google/Chrome/Application/chrome.exe'),
  ),
];

/** Nothing leaves for a foreign host while a test looks on; root has no sandbox to start it in. */
const FLAGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--no-first-run',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/**
 * A story's page lives for seconds: what compiles its program a second time, for speed, costs more than it brings, and
 * what one page has read, the next of the same portal need not read again. Nothing is timed in it.
 */
const FOR_STORIES = ['--js-flags=--no-maglev --no-turbofan', '--process-per-site'];

/** Says in one line what to do when there is none. */
export async function findBrowser(): Promise<FoundBrowser> {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names no file: ${named}`);
    return { path: named, flags: FLAGS };
  }
  const path = onThisMachine() ?? ofPlaywright();
  if (path !== undefined) return { path, flags: FLAGS };
  const packed = await fromPackages();
  // Unpacked anew, it has no sandbox helper, whoever starts it.
  if (packed !== undefined) return { path: packed, flags: [...new Set([...FLAGS, '--no-sandbox'])] };
  throw new Error('No browser found: install Chromium or Chrome, or set CHROMIUM_PATH to one');
}

function onThisMachine(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...PLACES].find((path) => existsSync(path));
}

function ofPlaywright(): string | undefined {
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}

async function fromPackages(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const { default: packed } = await import('@sparticuz/chromium');
  return packed.executablePath();
}

/** As it is for people, unless `more` says otherwise. */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const { path, flags } = await findBrowser();
  // Without a language that knows more than ASCII it gives no file a name with other letters.
  const env = { ...process.env, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' };
  return chromium.launch({ executablePath: path, args: [...flags, ...more], env });
}

let ofThisWorker: Promise<Browser> | undefined;

/**
 * One for all files a worker runs, in turn; it ends with the worker. Whoever opens something in it closes that. What is
 * timed has a worker, and a browser as it is for people.
 */
export async function workersBrowser({ timed = false } = {}): Promise<Browser> {
  const opened = await ofThisWorker;
  if (opened?.isConnected()) return opened;
  ofThisWorker = launchBrowser(timed ? [] : FOR_STORIES);
  return ofThisWorker;
}
