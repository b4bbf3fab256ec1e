import { describe, expect, it } from 'vitest';

import { covers, domainInAddress, domainProblems, hostOf, keptDomains, readDomain } from './domain.ts';

describe('a domain as it is written', () => {
  it.each([
    ['udir.no', 'udir.no'],
    ['  UDIR.no ', 'udir.no'],
    ['sok.udir.no', 'sok.udir.no'],
    ['a-b.no', 'a-b.no'],
    ['skøyte.no', 'xn--skyte-wua.no'],
    ['xn--skyte-wua.no', 'xn--skyte-wua.no'],
    ['10.0.0.12', '10.0.0.12'],
  ])('%j is kept as %j', (typed, kept) => {
    expect(readDomain(typed)).toEqual({ domain: kept });
  });

  it.each([
    ['http://udir.no', 'scheme'],
    ['HTTPS://udir.no', 'scheme'],
    ['ftp://udir.no', 'scheme'],
    ['.udir.no', 'period'],
    ['udir.no.', 'period'],
    ['udir', 'domain'],
    ['no', 'domain'],
    ['udir.no/sok', 'domain'],
    ['udir.no:8080', 'domain'],
    ['udir_a.no', 'domain'],
    ['*.udir.no', 'domain'],
    ['udir..no', 'domain'],
    ['-udir.no', 'domain'],
    ['udir-.no', 'domain'],
    ['ud ir.no', 'domain'],
    ['[2001:db8::1]', 'domain'],
    ['10.0.0.256', 'domain'],
    ['10.1', 'domain'],
    ['010.0.0.12', 'domain'],
    [`${'a'.repeat(64)}.no`, 'domain'],
    [`${'a.'.repeat(126)}no`, 'domain'],
    // Cyrillic letters that look Latin.
    ['udіr.no', 'domain'],
    ['', 'domain'],
  ])('%j is refused: %s', (typed, fault) => {
    expect(readDomain(typed)).toEqual({ fault });
  });

  it('is told by name when a list has a faulty one, and kept once', () => {
    expect(domainProblems(['udir.no', 'http://a.no', '.b.no'], 'ownDomains')).toEqual([
      { path: 'ownDomains', key: 'scheme', params: { domain: 'http://a.no' } },
      { path: 'ownDomains', key: 'period', params: { domain: '.b.no' } },
    ]);
    expect(keptDomains(['udir.no', 'a.no', 'UDIR.NO', 'nothing'])).toEqual(['a.no', 'udir.no']);
  });
});

it.each([
  ['https://www.nrk.no/skole', 'www.nrk.no'],
  ['http://udir.no', 'udir.no'],
  ['udir.no/sok?q=1', 'udir.no'],
  ['https://skøyte.no/', 'xn--skyte-wua.no'],
  ['https://udir.no:8443/', undefined],
  ['https://udir.no@evil.no/', undefined],
  ['ftp://udir.no/fil', undefined],
  ['udir.no', undefined],
  ['tull/og tøys', undefined],
])('the domain in %j is %s', (address, domain) => {
  expect(domainInAddress(address)).toBe(domain);
});

describe('the host of an address', () => {
  it.each([
    ['https://sok.udir.no/a?b#c', 'sok.udir.no', 443],
    ['http://UDIR.no', 'udir.no', 80],
    ['wss://udir.no/feed', 'udir.no', 443],
    ['https://udir.no:443/', 'udir.no', 443],
    ['https://udir.no:8443/', 'udir.no', 8443],
    ['udir.no', 'udir.no', undefined],
    ['udir.no.', 'udir.no', undefined],
    ['udir.no:22', 'udir.no', 22],
    ['skøyte.no', 'xn--skyte-wua.no', undefined],
    // What stands before @ is who asks, not where it leads.
    ['https://udir.no@evil.no/', 'evil.no', 443],
    ['https://udir.no\\@evil.no/', 'udir.no', 443],
    ['https://evil.no/https://udir.no:8080', 'evil.no', 443],
    // Other ways to write a number address.
    ['http://2130706433/', '127.0.0.1', 80],
    ['http://0x7f.1/', '127.0.0.1', 80],
    ['[2001:DB8::1]:443', '[2001:db8::1]', 443],
    ['ftp://udir.no', 'udir.no', undefined],
  ])('%j leads to %s', (address, host, port) => {
    expect(hostOf(address)).toEqual({ host, port });
  });

  it.each(['', ' ', 'udir no', 'http://', 'udir.no:99999', 'https://a b.no'])(
    '%j leads nowhere',
    (address) => {
      expect(hostOf(address)).toBeUndefined();
    },
  );
});

describe('what a domain opens', () => {
  it.each([
    ['udir.no', 'udir.no', true],
    ['udir.no', 'sok.udir.no', true],
    ['udir.no', 'a.b.udir.no', true],
    ['udir.no', 'notudir.no', false],
    ['udir.no', 'udir.no.evil.com', false],
    ['sok.udir.no', 'udir.no', false],
    ['10.0.0.1', '10.0.0.1', true],
    ['0.1', '10.0.0.1', false],
    ['10.0.0.1', 'a.10.0.0.1', false],
  ])('%s opens %s: %s', (domain, host, open) => {
    expect(covers(domain, host)).toBe(open);
  });
});
