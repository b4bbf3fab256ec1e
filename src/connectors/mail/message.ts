/** A mail in plain text, as RFC 5322 and RFC 2045 write it. */
import { randomUUID } from 'node:crypto';

export interface Mail {
  from: string;
  to: readonly string[];
  subject: string;
  text: string;
}

const LINE_BYTES = 76;
/** An encoded word may have 75 characters; with its frame that leaves 45 bytes in base64. */
const WORD_BYTES = 45;

/** The whole message with CRLF line ends. Its body is base64, so no line begins with a dot. */
export function writeMessage({ from, to, subject, text }: Mail, now: Date): string {
  const body = Buffer.from(text.replaceAll(/\r?\n/g, '\r\n'), 'utf8').toString('base64');
  return [
    `Date: ${now.toUTCString().replace('GMT', '+0000')}`,
    `From: ${oneLine(from)}`,
    `To: ${to.map(oneLine).join(',\r\n ')}`,
    `Message-ID: <${randomUUID()}@${domainOf(from)}>`,
    `Subject: ${encodedWords(oneLine(subject))}`,
    // Other systems do not answer it with an out-of-office mail (RFC 3834).
    'Auto-Submitted: auto-generated',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    ...inPieces(body, LINE_BYTES),
    '',
  ].join('\r\n');
}

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

/** A line end in a header would begin another header. */
const oneLine = (text: string): string => text.replaceAll(/[\r\n]+/g, ' ');

function encodedWords(text: string): string {
  if (/^[\x20-\x7E]*$/.test(text)) return text;
  const words: string[] = [];
  let word = '';
  for (const character of text) {
    if (Buffer.byteLength(word + character) > WORD_BYTES) {
      words.push(word);
      word = '';
    }
    word += character;
  }
  return [...words, word]
    .map((part) => `=?utf-8?B?${Buffer.from(part, 'utf8').toString('base64')}?=`)
    .join('\r\n ');
}

function inPieces(text: string, length: number): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += length) pieces.push(text.slice(at, at + length));
  return pieces;
}
