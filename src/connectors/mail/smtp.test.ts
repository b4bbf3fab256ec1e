import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { makeCertificates } from '../testing/certificates.ts';
import { checkMail } from './check.ts';
import { writeMessage } from './message.ts';
import { mailPassword, mailUser, openMailServer, refusedRecipient } from './testing/server.ts';

const folder = mkdtempSync(join(tmpdir(), 'vaktmester-mail-'));
const ca = await makeCertificates(folder, 'localhost', '127.0.0.1');
const secured = await openMailServer(folder);
const plain = await openMailServer();
afterAll(() => {
  secured.close();
  plain.close();
  rmSync(folder, { recursive: true });
});

const now = new Date('2026-11-23T12:00:00Z');
const mail = {
  from: 'portal@fjordby.test',
  to: ['drift@fjordby.test'],
  subject: 'Prøve fra portalen – på nynorsk òg',
  text: 'Blåbærsyltetøy\n.\nslutt',
};
const signedIn = { url: `smtp://localhost:${secured.port}`, user: mailUser, password: mailPassword, ca };
const outcomesOf = (checks: readonly { name: string; outcome: string }[]) =>
  Object.fromEntries(checks.map(({ name, outcome }) => [name, outcome]));

describe('a mail', () => {
  it('is encrypted on its way, signed in for, and arrives as it was written', async () => {
    const checks = await checkMail(signedIn, mail, now);
    expect(outcomesOf(checks)).toEqual({ reached: 'ok', encrypted: 'ok', 'sign-in': 'ok', accepted: 'ok' });
    const [head = '', body = ''] = (secured.messages.at(-1) ?? '').split('\n\n');
    expect(Buffer.from(body, 'base64').toString()).toBe('Blåbærsyltetøy\r\n.\r\nslutt');
    const words = [...head.matchAll(/=\?utf-8\?B\?([^?]+)\?=/g)].map(([, word = '']) =>
      Buffer.from(word, 'base64').toString(),
    );
    expect(words.join('')).toBe(mail.subject);
    expect(head).toContain('Date: Mon, 23 Nov 2026 12:00:00 +0000');
  });

  it('cannot be given another header by a line end', () => {
    const message = writeMessage({ ...mail, subject: 'a\r\nBcc: alle@fjordby.test' }, now);
    expect(message).not.toMatch(/^Bcc:/m);
  });
});

describe('the check of a mail server names what stopped it', () => {
  const cases = [
    ['nobody listens', { ...signedIn, url: 'smtp://127.0.0.1:1' }, mail, 'reached'],
    ['the certificate is not trusted', { ...signedIn, ca: undefined }, mail, 'encrypted'],
    [
      'no TLS is offered for a password',
      { ...signedIn, url: `smtp://localhost:${plain.port}` },
      mail,
      'encrypted',
    ],
    ['the password is wrong', { ...signedIn, password: 'feil' }, mail, 'sign-in'],
    ['the recipient is refused', signedIn, { ...mail, to: [refusedRecipient] }, 'accepted'],
  ] as const;
  it.each(cases)('when %s', async (_, server, sent, step) => {
    const before = secured.messages.length + plain.messages.length;
    const checks = await checkMail(server, sent, now);
    const at = checks.findIndex(({ outcome }) => outcome === 'failed');
    expect(checks[at]?.name).toBe(step);
    expect(checks[at]?.said).toBeTruthy();
    expect(
      new Set(checks.slice(at + 1).map(({ outcome }) => outcome)).difference(new Set(['skipped'])).size,
    ).toBe(0);
    expect(secured.messages.length + plain.messages.length).toBe(before);
  });

  it('takes a server without TLS that wants no password, with a warning', async () => {
    const open = {
      url: `smtp://localhost:${plain.port}`,
      user: undefined,
      password: undefined,
      ca: undefined,
    };
    expect(outcomesOf(await checkMail(open, mail, now))).toEqual({
      reached: 'ok',
      encrypted: 'warning',
      'sign-in': 'skipped',
      accepted: 'ok',
    });
  });
});
