import type { Setting, SettingKey } from '../config.ts';
import { groupNames, groups } from '../connections/groups.ts';
import { installationSettings } from './installation.ts';
import { type Environment, find, givenIn, rows, sourceOf } from './read.ts';

/**
 * What `--check-config` prints: every setting with its value and where it came from, secrets hidden. `kept`: what the
 * portal keeps in its database.
 */
export function describeConfig(
  environment: Environment,
  kept: ReadonlyMap<SettingKey, string> = new Map(),
): string {
  const given = givenIn(environment);
  const installation = installationSettings(environment);
  const usedOf = (key: SettingKey) => {
    const group = groupNames.find((name) => groups[name].some((one) => one === key));
    return group !== undefined && sourceOf(group, { given }, kept) === 'portal' ? kept.get(key) : undefined;
  };
  const lines = rows().map(
    ([key, setting]) => [setting.name, shown(setting, environment, usedOf(key), installation)] as const,
  );
  const width = Math.max(...lines.map(([name]) => name.length));
  return lines.map(([name, value]) => `${name.padEnd(width)}  ${value}\n`).join('');
}

function shown(
  setting: Setting,
  environment: Environment,
  kept: string | undefined,
  installation: Environment,
): string {
  const found = find(setting, environment, installation);
  const { text, source } = kept === undefined ? found : { text: kept, source: 'portal' };
  if (source === undefined) return `${setting.initially ?? text ?? 'not set'} (default)`;
  return `${setting.secret ? '********' : text} (${source})`;
}

/** The text of docs/configuration.md. */
export function configurationPage(): string {
  return `# Configuration

Vaktmester reads these environment variables once at start. An empty variable counts as not given. The settings of the
connections (public address, federation, directory, folder of files, mail server) are better written in the portal
itself, under «Sentral administrasjon»: it encrypts their secrets, tests them and takes most of them into use at once. A
variable that is given still wins over what was written there, for the whole connection it belongs to.

A wrong value, or a \`VAKTMESTER_…\` variable that is not in this list, ends the start with one line and exit
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
