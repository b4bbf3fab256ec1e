import { readSite } from '#areas/superadmin/site/server/service.ts';
import type { Input, Route } from '#kernel/contract.ts';
import type { Context } from '#server/http/endpoint.ts';

import { type Check, type connections, mailAddresses } from '../contract.ts';

/** Sends a mail to those the portal would write to. */
export async function checkMailServer(
  { mailUrl: url, mailUser, mailFrom: from, mailTo, mailCa }: Input<typeof connections.testMail>,
  password: string | undefined,
  { db, services, now }: Pick<Context<Route>, 'db' | 'services' | 'now'>,
): Promise<Check[]> {
  const { settings } = await readSite(db, ['ownerName']);
  const owner = settings.get('ownerName');
  const { checkMail } = await import('#connectors/mail/check.ts');
  const server = { url, user: mailUser || undefined, password, ca: mailCa || undefined };
  const mail = {
    from,
    to: mailAddresses(mailTo),
    subject: typeof owner === 'string' ? `Prøve fra skoleportalen: ${owner}` : 'Prøve fra skoleportalen',
    text: `Dette er en prøve. Den viser at portalen på ${services.connections.current().publicUrl} får sendt e-post.\n`,
  };
  const checks = await checkMail(server, mail, now);
  return checks.map(({ name, outcome, said }) => ({ name: `mail.${name}` as const, outcome, said }));
}
