import { randomBytes } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import {
  claimOf,
  faultOfAnswer,
  faultOfQuestion,
  type Headers,
  headerSource,
  type Key,
  type Question,
  signAnswer,
  signQuestion,
} from './signature.ts';

const key: Key = { id: '3f1c1d0e-0000-4000-8000-000000000001', secret: Buffer.alloc(32, 7) };
const now = new Date('2026-11-20T12:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const nonce = 'aaaaaaaaaaaaaaaaaaaaaaaa';
const leases: Question = {
  method: 'GET',
  path: '/api/web-filter/v1/leases',
  query: '?have=abc&wait=25',
  body: undefined,
};
const report: Question = {
  method: 'POST',
  path: '/api/web-filter/v1/report',
  query: '',
  body: Buffer.from('{"version":null}'),
};

const fault = (question: Question, headers: Headers, at = now, by = key) =>
  faultOfQuestion(question, headerSource(headers), by, at);

describe('a question', () => {
  it('is signed as the document says, to the byte', () => {
    expect(signQuestion(report, key, { created: now, nonce })).toEqual({
      'content-digest': 'sha-256=:Sp/A3dH6zMixS4x76lZyCw83mFOYO10CClwcig+myPo=:',
      'signature-input':
        'point=("@method" "@path" "@query" "content-digest");created=1795176000;nonce="aaaaaaaaaaaaaaaaaaaaaaaa";keyid="3f1c1d0e-0000-4000-8000-000000000001";alg="hmac-sha256";tag="vaktmester-web-filter-1"',
      signature: 'point=:Vl0K3d5NDraP/80eylTNvUKQ9PvKV67+TdWew5QyyTY=:',
    });
  });

  it.each([leases, report])('is believed when nothing was touched: $path', (question) => {
    const headers = signQuestion(question, key, { created: now, nonce });
    expect(fault(question, headers)).toBeUndefined();
    expect(fault(question, headers, later(300))).toBeUndefined();
    expect(claimOf(headerSource(headers))).toEqual({ keyId: key.id, created: now, nonce });
  });

  it.each([
    ['another method', { method: 'POST' }, 'bad-signature'],
    ['another path', { path: '/api/web-filter/v1/other' }, 'bad-signature'],
    ['another query', { query: '?have=abd&wait=25' }, 'bad-signature'],
    ['no query', { query: '' }, 'bad-signature'],
    ['a body that was not there', { body: Buffer.from('{}') }, 'digest'],
  ])('is not believed with %s', (_, touched, wrong) => {
    const headers = signQuestion(leases, key, { created: now });
    expect(fault({ ...leases, ...touched }, headers)).toBe(wrong);
  });

  it('is not believed with another body, also when its digest was made to fit', () => {
    const headers = signQuestion(report, key, { created: now });
    const touched = { ...report, body: Buffer.from('{"version":"x"}') };
    expect(fault(touched, headers)).toBe('digest');
    const digest = signQuestion(touched, key, { created: now })['content-digest'] ?? '';
    expect(fault(touched, { ...headers, 'content-digest': digest })).toBe('bad-signature');
  });

  it.each([
    ['late', 301],
    ['early', -301],
  ])('is not believed %s', (_, seconds) => {
    expect(fault(leases, signQuestion(leases, key, { created: now }), later(seconds))).toBe('clock');
  });

  it('is not believed under another secret or name', () => {
    const headers = signQuestion(leases, key, { created: now });
    expect(fault(leases, headers, now, { ...key, secret: randomBytes(32) })).toBe('bad-signature');
    expect(fault(leases, headers, now, { ...key, id: 'another' })).toBe('bad-signature');
  });

  it.each([
    ['nothing', undefined],
    ['less than demanded', '("@method" "@path")'],
    ['one thing twice', '("@method" "@method" "@path")'],
    ['what the protocol does not know', '("@method" "@path" "date")'],
  ])('is not believed when it covers %s', (_, covered) => {
    const headers = signQuestion(leases, key, { created: now });
    const input = headers['signature-input'] ?? '';
    const { 'signature-input': _input, ...without } = headers;
    const touched =
      covered === undefined ? without : { ...headers, 'signature-input': input.replace(/\(.*?\)/, covered) };
    expect(fault(leases, touched)).toBe('bad-signature');
  });

  it.each([
    ['alg="hmac-sha256"', 'alg="ed25519"'],
    ['tag="vaktmester-web-filter-1"', 'tag="other"'],
    [/nonce="[^"]*"/, 'nonce="short"'],
    [/created=\d+/, 'created=soon'],
    [/created=\d+;/, ''],
  ])('is not read with %s as %s', (from, to) => {
    const headers = signQuestion(leases, key, { created: now });
    const input = (headers['signature-input'] ?? '').replace(from, to);
    expect(claimOf(headerSource({ ...headers, 'signature-input': input }))).toBeUndefined();
  });

  it('may stand beside other signatures', () => {
    const headers = signQuestion(leases, key, { created: now });
    const both = {
      ...headers,
      'signature-input': `proxy=("date");created=1, ${headers['signature-input'] ?? ''}`,
      signature: `proxy=:AAAA:, ${headers['signature'] ?? ''}`,
    };
    expect(fault(leases, both)).toBeUndefined();
  });
});

describe('an answer', () => {
  const asked = signQuestion(leases, key, { created: now });
  const body = Buffer.from('{"leases":[]}');
  const headers = signAnswer(200, body, key, { asked: headerSource(asked), created: now });
  const wrong = (
    touched: { status?: number; body?: Buffer; headers?: Headers } = {},
    to: { asked?: Headers; now?: Date; key?: Key } = {},
  ) =>
    faultOfAnswer(
      {
        status: touched.status ?? 200,
        body: touched.body ?? body,
        headers: headerSource(touched.headers ?? headers),
      },
      to.key ?? key,
      { asked: headerSource(to.asked ?? asked), now: to.now ?? now },
    );

  it('is believed when nothing was touched', () => {
    expect(wrong()).toBeUndefined();
  });

  it('is not believed when it was, or belongs to another question, or is old', () => {
    expect(wrong({ body: Buffer.from('{"leases":[1]}') })).toBe('digest');
    expect(wrong({ status: 401 })).toBe('bad-signature');
    expect(wrong({}, { asked: signQuestion(leases, key, { created: now }) })).toBe('bad-signature');
    expect(wrong({}, { key: { ...key, secret: randomBytes(32) } })).toBe('bad-signature');
    expect(wrong({}, { now: later(301) })).toBe('clock');
    expect(wrong({ headers: {} })).toBe('digest');
    // A question is no answer, whoever sends it back.
    expect(wrong({ headers: asked, body: Buffer.alloc(0) })).not.toBeUndefined();
  });
});
