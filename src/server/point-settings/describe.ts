/** The text of docs/web-filter-squid.md. */
import { enforcement } from '#connectors/web-filter/squid/configuration.ts';

import { settingsTable } from '../config/describe.ts';
import { webFilterSettings } from './settings.ts';

const sample = (identity: Parameters<typeof enforcement>[0]['identity']): string =>
  enforcement({
    identity,
    helper: ['/usr/bin/node', '…/helper.ts', '/var/lib/vaktmester-web-filter/squid/point.sock'],
  }).trimEnd();

const kerberos = { keytab: '/etc/squid/proxy.keytab', service: 'HTTP/proxy.example.no' };
const ldaps = {
  url: 'ldaps://dc1.example.no',
  base: 'OU=Skoler,DC=example,DC=no',
  user: 'CN=squid,OU=Tjenester,DC=example,DC=no',
  passwordFile: '/etc/squid/directory-password',
};

export function webFilterPage(): string {
  return `# The enforcement point for Squid

Where pupils reach the internet through Squid, this closes it for those who have a lock and for nobody else. It is a
process beside Squid, on the same machine: it takes leases from the portal ([the protocol](web-filter-protocol.md)), holds
them in memory and on the disk, and answers Squid about each request. [How locks decide](internet-locks.md) is the same
everywhere.

## What it does, and what it cannot

- A lock begins and ends by the portal's time, also while the portal is away. Nothing is written into Squid's
  configuration and Squid is never told to read it anew, so nobody notices other people's locks.
- What is already open when a lock begins (tunnels of https, downloads) is cut for the people the lock reaches, if it
  leads where they may no longer go. The rest stays. This needs root or the capability \`CAP_NET_ADMIN\`, and \`ss\`
  (iproute2); without them the point says so when it starts, and in the portal, and such connections last until they end.
- Before its first whole set it refuses everybody, however slow the line it comes by. After a restart it goes on with the
  set it kept, if the portal confirmed that within the last day.
- While it is being restarted, requests wait up to five seconds for it; then they are refused.
- Should one of the two helpers that Squid asks die, Squid refuses the requests that were on their way to it, asks the
  other about the next, and starts a new one.
- Who is not known is refused: without a user there is no saying whether there is a lock.
- Of https a proxy sees the name of the site alone. Browsers show a page of their own when a tunnel is refused; the
  page that says why, until when and by which lock is seen on http.
- Nobody reaches the proxy's own machine through it. Sites on it that are there for everybody are named by a line in
  \`WEB_FILTER_INCLUDE\`: \`acl local_sites dst 127.0.0.2\`. Names are looked up for this, but not
  where those lines say \`never_direct allow all\`. In a Squid that others run this is theirs to see to.
- Sites that share a server (behind the same CDN) may answer for each other within a tunnel: open only what must be.
- An account that is no person of the portal is under no lock: a machine's own (\`PC17$\`), a service's. Let pupils
  administer no machine, and give them no such password.
- Whoever gets out another way (a telephone's own network, a VPN that the firewall lets through) is not behind Squid.
  Close the ways past it in the firewall.

## Setting it up

1. On the proxy's machine (Debian 12 or newer): \`apt-get install squid iproute2\`, Node 24, and this repository.
   \`systemctl disable --now squid\`: the point starts a Squid of its own and keeps it running.
2. In the portal, under Internet, make an enforcement point. It shows its id and its secret once.
3. Say how people are known ([below](#who-asks)) and start it: \`npm run web-filter\`. A service for systemd:

\`\`\`ini
[Unit]
Description=Internet locks of Vaktmester
After=network-online.target

[Service]
WorkingDirectory=/opt/vaktmester
EnvironmentFile=/etc/vaktmester/web-filter
ExecStart=/usr/bin/node src/server/commands/web-filter.ts
Restart=always
RestartSec=0
# Squid outlives a point that is killed; the next one takes it over. A point that is stopped stops it.
KillMode=process
StateDirectory=vaktmester-web-filter
# Without root: User=proxy and this.
AmbientCapabilities=CAP_NET_ADMIN

[Install]
WantedBy=multi-user.target
\`\`\`

4. Point the machines at the proxy, by policy or by the school's PAC file from the portal.

## Who asks

**Kerberos** (the default): machines in the domain sign in at the proxy unasked. Make an account for the proxy in the
directory, give it the name people's machines use (\`setspn -S HTTP/proxy.example.no squid\`), and export its keytab,
readable by Squid alone. Machines must use that very name for the proxy, not its number.

**LDAPS**: the browser asks for user name and password, and Squid tries them at the directory. They travel to the proxy
as they are, so let browsers speak TLS with it (\`https_port\` by \`WEB_FILTER_INCLUDE\`), or keep it to networks of your own.

**Addresses**: nobody is asked. The school says in the portal which address is whose. Right where each machine has one
pupil; wrong where several share one.

Kerberos and LDAPS may be given together: machines outside the domain are then asked. \`KARI\`, \`kari@example.no\` and
what else the directory takes for the same account is the same account here.

## A Squid that others run

With \`WEB_FILTER_SQUID=other\` the point starts none. It demands only these lines, before anything that allows;
\`npm run web-filter -- --snippet\` prints them with the paths of this machine. With Kerberos:

\`\`\`
${sample({ kerberos })}
\`\`\`

With LDAPS the first part is:

\`\`\`
${sample({ ldaps }).split('\nexternal_acl_type')[0]}
\`\`\`

With addresses there is no such part. The page is \`squid/pages/ERR_INTERNET_LOCK\` in the point's folder: copy it to
Squid's own pages (Squid 5 or newer fills it in). \`ttl=0\` must stay: an answer that is kept is a lock that begins late.
\`http_access deny !permitted\` must not be turned into something that denies the locked: that is open whenever nobody
answers. Squid must let this machine ask \`squid-internal-mgr\` (Debian's does), so that a restarted point learns what
is open.

## Settings

Read once at start, from environment variables. A secret \`X\` may be given as a file instead: \`X_FILE=/run/secrets/x\`.

${settingsTable(Object.values(webFilterSettings))}

This page is made from \`src/server/point-settings\`; a test holds the two together
(\`npx vitest run src/server/point-settings -u\` writes it anew).
`;
}
