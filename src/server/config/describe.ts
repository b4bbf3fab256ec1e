import type { Setting } from '../config.ts';
import { type Environment, find, rows } from './read.ts';

/** What `--check-config` prints: every setting with its value and where it came from, secrets hidden. */
export function describeConfig(environment: Environment): string {
  const lines = rows().map(([, setting]) => [setting.name, shown(setting, environment)] as const);
  const width = Math.max(...lines.map(([name]) => name.length));
  return lines.map(([name, value]) => `${name.padEnd(width)}  ${value}\n`).join('');
}

function shown(setting: Setting, environment: Environment): string {
  const { text, source } = find(setting, environment);
  if (source === undefined) return `${setting.initially ?? text ?? 'not set'} (default)`;
  return `${setting.secret ? '********' : text} (${source})`;
}

/** The text of docs/configuration.md. */
export function configurationPage(): string {
  return `# Configuration

Vaktmester is configured by environment variables only, and reads them once at start. An empty variable counts as not
given. A wrong value, or a \`VAKTMESTER_…\` variable that is not in this list, ends the start with one line and exit
code 2. \`npm start -- --check-config\` prints what is set, with secrets hidden, and exits.

A secret \`X\` may be given as a file instead: \`X_FILE=/run/secrets/x\`. Line ends around it are left out.

What a municipality decides for itself (logo, colours, texts, rules) is not here: it is set in the portal.

${settingsTable(rows().map(([, setting]) => setting))}

This page is made from \`src/server/config.ts\`; a test holds the two together (\`npm test\`, or
\`npx vitest run src/server/config -u\` to write it anew).
`;
}

export const settingsTable = (settings: readonly Setting[]): string =>
  `| Variable | Meaning | Default |\n|---|---|---|\n${settings.map(pageRow).join('\n')}`;

function pageRow({ name, about, initial, initially, secret }: Setting): string {
  const standard = initial === undefined ? (initially ?? '') : `\`${initial}\``;
  return `| \`${name}\` | ${about}${secret ? ' **Secret.**' : ''} | ${standard} |`;
}
