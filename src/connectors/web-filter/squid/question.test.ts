import { describe, expect, it } from 'vitest';

import { placeOf, readActiveRequests } from './active-requests.ts';
import { answerLine, readQuestion } from './question.ts';

const now = new Date('2026-11-20T12:00:00Z');

const notes = (line: string) =>
  Object.fromEntries(
    line
      .split(' ')
      .slice(1)
      .map((pair) => pair.split('=').map(decodeURIComponent)),
  );

describe('a question of Squid', () => {
  it.each([
    ['10.0.0.7 51234 10.0.0.2 3128 kari GET vg.no 80 -', '10.0.0.7:51234', 'kari', 'vg.no:80'],
    ['10.0.0.7 51234 10.0.0.2 3128 - CONNECT vg.no 443 -', '10.0.0.7:51234', undefined, 'vg.no:443'],
    ['2001:db8::7 5 2001:db8::2 3128 k%C3%A5re GET %5B::1%5D 80 -', '[2001:db8::7]:5', 'kåre', '[::1]:80'],
    ['10.0.0.7 51234 10.0.0.2 3128 k%E5re GET vg.no 80 -', '10.0.0.7:51234', 'kåre', 'vg.no:80'],
    ['10.0.0.7 51234 10.0.0.2 3128 kari%20 GET vg.no - -', '10.0.0.7:51234', 'kari ', 'vg.no'],
  ])('%s', (line, client, user, address) => {
    expect(readQuestion(line)).toMatchObject({ client, user, address });
  });

  it('that is none is not answered as one', () => {
    expect(readQuestion('kari vg.no')).toBeUndefined();
  });
});

describe('the answer', () => {
  const until = new Date('2026-11-20T13:30:00Z');

  it('lets somebody through', () => {
    expect(answerLine({ open: true }, now)).toBe('OK');
  });

  it('says until when and by which lock, in letters that are safe on a page', () => {
    const locks = [{ id: 7, exam: false, description: `Prøve "8A" <script>`, until }];
    const line = answerLine({ open: false, why: 'not-listed', locks }, now);
    expect(line).toMatch(/^ERR [\w.~!*'()=% -]+$/);
    expect(notes(line)).toMatchObject({
      heading_: 'Internett er sperret til kl. 14.30',
      lock_: 'Internettsperre 7: Prøve &quot;8A&quot; &lt;script&gt;',
    });
  });

  it('names the day when it is another, and the last of several ends', () => {
    const locks = [
      { id: 7, exam: false, description: '', until },
      { id: 8, exam: true, description: 'Norsk', until: new Date('2026-11-21T08:00:00Z') },
    ];
    const said = notes(answerLine({ open: false, why: 'port', locks }, now));
    expect(said).toMatchObject({
      heading_: 'Internett er sperret til 21.11.2026 kl. 09.00',
      lock_: 'Internettsperre 7 · Eksamenssperre 8: Norsk',
    });
  });

  it('names as many locks as there is room for, whatever signs they are written with', () => {
    for (const before of [0, 1]) {
      const description = `${'x'.repeat(before)}${'🔒'.repeat(128)}`;
      const locks = [7, 8].map((id) => ({ id, exam: false, description, until }));
      const said = notes(answerLine({ open: false, why: 'not-listed', locks }, now));
      expect(said['lock_']).toMatch(/^Internettsperre 7: x?(?:🔒)+ · Internettsperre 8: x?(?:🔒)*$/u);
    }
  });

  it.each([
    ['starting', 'Internett åpner straks'],
    ['nobody', 'Vi vet ikke hvem du er'],
  ] as const)('before there is a lock to name says why: %s', (why, heading) => {
    expect(notes(answerLine({ open: false, why, locks: [] }, now))).toMatchObject({
      heading_: heading,
      lock_: '<!---->',
    });
  });
});

describe('where Squid listens', () => {
  it.each([
    ['3128', '127.0.0.1', 3128],
    ['10.0.0.2:3128', '10.0.0.2', 3128],
    ['[2001:db8::2]:8080', '2001:db8::2', 8080],
  ])('%s', (listen, host, port) => {
    expect(placeOf(listen)).toEqual({ host, port });
  });
});

/** One connection, as Squid writes it. */
const said = (client: string, proxy: string, uri: string, logType: string, user: string) =>
  `Connection: 0x55fa6c1e7868
\tFD 11, read 43, wrote 39
\tremote: ${client}
\tlocal: ${proxy}
\tnrequests: 1
uri ${uri}
logType ${logType}
username ${user}
`;

describe('Squid’s own list of who is connected', () => {
  it.each([
    [
      'a tunnel',
      ['127.0.0.1:42308', '127.0.0.1:3999', 'vg.no:443', 'TCP_TUNNEL', 'kari'],
      { machine: '127.0.0.1', user: 'kari' },
    ],
    [
      'a download of nobody it knows',
      ['[2001:db8::7]:42312', '[2001:db8::2]:3999', 'http://vg.no/film', 'TCP_MISS', '-'],
      { machine: '2001:db8::7', user: undefined },
    ],
    [
      'what waits for an answer',
      ['10.0.0.7:5', '10.0.0.2:3999', 'http://vg.no/', 'NONE_NONE', '-'],
      undefined,
    ],
  ] as const)('of %s', (_, [client, proxy, address, logType, user], read) => {
    const other = said('10.0.0.9:1', '10.0.0.2:3999', 'udir.no:443', 'TCP_TUNNEL', 'ola');
    const found = readActiveRequests([said(client, proxy, address, logType, user), other].join('\n'));
    const ola = { client: '10.0.0.9:1', proxy: '10.0.0.2:3999', address: 'udir.no:443' };
    expect(found).toEqual([
      ...(read ? [{ client, proxy, address, ...read }] : []),
      { ...ola, machine: '10.0.0.9', user: 'ola' },
    ]);
  });
});
