/**
 * HTTP message signatures (RFC 9421) with hmac-sha256, and digests of what is sent (RFC 9530). Both directions are
 * signed with the point's own secret; an answer's signature covers the question's, so that an answer to another
 * question, an old one or a made-up one is worth nothing.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Names this use of signatures, so that one made for something else is never taken for one of these. */
const TAG = 'vaktmester-web-filter-1';
const QUESTION = 'point';
const ANSWER = 'portal';

/** A signature made longer ago than this, or this far ahead, is refused. */
export const SKEW_S = 300;

export interface Key {
  /** The point's id. */
  id: string;
  secret: Buffer;
}

export interface Question {
  method: string;
  path: string;
  /** With its `?`; empty when there is none. */
  query: string;
  /** Undefined or empty: nothing is sent. */
  body: Buffer | undefined;
}

export type Headers = Readonly<Record<string, string>>;

/** What is wrong with a signature. */
export type Fault = 'bad-signature' | 'clock' | 'digest';

export interface Signed {
  keyId: string;
  created: Date;
  nonce: string;
}

interface Made {
  created: Date;
  nonce?: string | undefined;
}

/** The headers that sign a question. `created` is real time, whatever time the locks follow. */
export function signQuestion(question: Question, key: Key, { created, nonce = newNonce() }: Made): Headers {
  const digest = hasBody(question) ? digestOf(question.body) : undefined;
  const parts = questionParts(question, digest);
  const params = paramsOf(parts, key, created, nonce);
  return {
    ...(digest !== undefined && { 'content-digest': digest }),
    'signature-input': `${QUESTION}=${params}`,
    signature: `${QUESTION}=:${hmac(parts, params, key)}:`,
  };
}

/** Who says to have signed a question; nothing is proven yet. */
export function claimOf(headers: HeaderSource): Signed | undefined {
  return readInput(headers('signature-input'), QUESTION)?.signed;
}

/** Undefined: the signature is that of the key's holder, over just this question, and fresh. */
export function faultOfQuestion(
  question: Question,
  headers: HeaderSource,
  key: Key,
  now: Date,
): Fault | undefined {
  if (!isWhatWasSigned(question.body, headers)) return 'digest';
  return faultOfSignature(question, headers, key, now);
}

/**
 * The same by the headers alone: what is sent, which may be large, need not be read for somebody without a key. Whether
 * it is what was signed is to be asked when it has been.
 */
export function faultOfSignature(
  question: Omit<Question, 'body'>,
  headers: HeaderSource,
  key: Key,
  now: Date,
): Fault | undefined {
  return faultOf(questionParts(question, headers('content-digest')), headers, { label: QUESTION, key, now });
}

/** Whether the digest that a signature covers is that of what was sent; of nothing there is none. */
export function isWhatWasSigned(body: Buffer | undefined, headers: HeaderSource): boolean {
  const digest = headers('content-digest');
  if (body === undefined || body.length === 0) return digest === undefined;
  return sameText(digest, digestOf(body));
}

/** The headers that sign an answer. `asked`: the question's own headers. */
export function signAnswer(
  status: number,
  body: Buffer,
  key: Key,
  { asked, created }: { asked: HeaderSource; created: Date },
): Headers {
  const digest = digestOf(body);
  const parts = answerParts(status, digest, asked);
  const params = paramsOf(parts, key, created, newNonce());
  return {
    'content-digest': digest,
    'signature-input': `${ANSWER}=${params}`,
    signature: `${ANSWER}=:${hmac(parts, params, key)}:`,
  };
}

export function faultOfAnswer(
  { status, body, headers }: { status: number; body: Buffer; headers: HeaderSource },
  key: Key,
  { asked, now }: { asked: HeaderSource; now: Date },
): Fault | undefined {
  const digest = headers('content-digest');
  if (!sameText(digest, digestOf(body))) return 'digest';
  return faultOf(answerParts(status, digest, asked), headers, { label: ANSWER, key, now });
}

export type HeaderSource = (name: string) => string | undefined;

export const headerSource =
  (headers: Readonly<Record<string, string | string[] | number | undefined>>): HeaderSource =>
  (name) => {
    const value = headers[name];
    return Array.isArray(value) ? value.join(', ') : value?.toString();
  };

/** What is signed: each component with its name as RFC 9421 §2 writes it. */
type Parts = readonly (readonly [name: string, value: string])[];

function questionParts({ method, path, query }: Omit<Question, 'body'>, digest: string | undefined): Parts {
  return [
    ['"@method"', method],
    ['"@path"', path],
    // RFC 9421 §2.2.7: an absent query is a lone question mark.
    ['"@query"', query === '' ? '?' : query],
    ...(digest === undefined ? [] : [['"content-digest"', digest] as const]),
  ];
}

function answerParts(status: number, digest: string | undefined, asked: HeaderSource): Parts {
  return [
    ['"@status"', String(status)],
    ['"content-digest"', digest ?? ''],
    [`"signature";req;key="${QUESTION}"`, `:${readSignature(asked('signature'), QUESTION) ?? ''}:`],
  ];
}

function paramsOf(parts: Parts, key: Key, created: Date, nonce: string): string {
  const seconds = Math.floor(created.getTime() / 1000);
  const names = parts.map(([name]) => name).join(' ');
  return `(${names});created=${seconds};nonce="${nonce}";keyid="${key.id}";alg="hmac-sha256";tag="${TAG}"`;
}

function hmac(parts: Parts, params: string, { secret }: Key): string {
  const lines = [...parts.map(([name, value]) => `${name}: ${value}`), `"@signature-params": ${params}`];
  return createHmac('sha256', secret).update(lines.join('\n')).digest('base64');
}

function faultOf(
  parts: Parts,
  headers: HeaderSource,
  { label, key, now }: { label: string; key: Key; now: Date },
): Fault | undefined {
  const input = readInput(headers('signature-input'), label);
  const signature = readSignature(headers('signature'), label);
  if (!input || signature === undefined || input.signed.keyId !== key.id) return 'bad-signature';
  // Just what is demanded is covered, in any order.
  const byName = new Map(parts);
  const covered = input.covered.flatMap((name) => {
    const value = byName.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  if (covered.length !== parts.length || input.covered.length !== parts.length) return 'bad-signature';
  if (new Set(input.covered).size !== parts.length) return 'bad-signature';
  if (!sameText(signature, hmac(covered, input.params, key))) return 'bad-signature';
  const skew = Math.abs(now.getTime() - input.signed.created.getTime());
  return skew > SKEW_S * 1000 ? 'clock' : undefined;
}

interface Input {
  /** As it was sent: it is signed itself. */
  params: string;
  covered: string[];
  signed: Signed;
}

const MEMBER =
  /^(?<label>[a-z][a-z0-9_.*-]*)=(?<params>\((?<names>[^()]*)\)(?<rest>(?:;[a-z]+=(?:"[^"\\]*"|\d+))*))$/;

/** A member of the dictionary that Signature-Input is; nothing but what the protocol allows is read. */
function readInput(header: string | undefined, label: string): Input | undefined {
  for (const member of membersOf(header)) {
    const found = MEMBER.exec(member)?.groups;
    if (found?.['label'] !== label) continue;
    const given = new Map(
      [...(found['rest'] ?? '').matchAll(/;([a-z]+)=(?:"([^"\\]*)"|(\d+))/g)].map(
        ([, name = '', text, number]) => [name, text ?? number ?? ''] as const,
      ),
    );
    const [created, keyId, nonce] = [given.get('created'), given.get('keyid'), given.get('nonce')];
    if (given.get('alg') !== 'hmac-sha256' || given.get('tag') !== TAG) return undefined;
    if (!/^\d{9,11}$/.test(created ?? '') || keyId === undefined || !/^[\w+/=-]{16,64}$/.test(nonce ?? '')) {
      return undefined;
    }
    return {
      params: found['params'] ?? '',
      covered: [...(found['names'] ?? '').matchAll(/"[^"]+"(?:;[a-z]+(?:="[^"]*")?)*/g)].map(
        ([name]) => name,
      ),
      signed: { keyId, created: new Date(Number(created) * 1000), nonce: nonce ?? '' },
    };
  }
  return undefined;
}

function readSignature(header: string | undefined, label: string): string | undefined {
  for (const member of membersOf(header)) {
    const found = /^([a-z][a-z0-9_.*-]*)=:([A-Za-z0-9+/=]*):$/.exec(member);
    if (found?.[1] === label) return found[2];
  }
  return undefined;
}

/** The members of a dictionary (RFC 8941 §3.2): a comma within quotes or brackets parts nothing. */
const membersOf = (header: string | undefined): string[] =>
  (header ?? '').match(/(?:"[^"]*"|\([^)]*\)|[^,"(])+/g)?.map((member) => member.trim()) ?? [];

const hasBody = <Q extends Question>(question: Q): question is Q & { body: Buffer } =>
  question.body !== undefined && question.body.length > 0;

const digestOf = (body: Buffer): string => `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;

const newNonce = (): string => randomBytes(18).toString('base64url');

function sameText(one: string | undefined, other: string): boolean {
  const [left, right] = [Buffer.from(one ?? ''), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
