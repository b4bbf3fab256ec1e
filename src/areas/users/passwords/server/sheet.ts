/** First-time passwords to hand out on paper: cards to cut, or one person a page, so that nobody sees another's. */
import { readFile } from 'node:fs/promises';

import { z } from 'zod';

import type { Output } from '#kernel/contract.ts';
import { showDay } from '#kernel/dates.ts';
import type { FileAnswer } from '#server/http/endpoint.ts';
import { A4, type Document, fittingSize, letOthersBeServed, makePdf } from '#server/pdf/document.ts';

import type { FirstTimePassword, layouts, passwords } from '../contract.ts';

/** `protectedLeftOut`: so many stand on no paper, not even by name. */
type Issued = Output<typeof passwords.issue> & { protectedLeftOut: number };

interface Wish {
  layout: (typeof layouts)[number];
  language: 'nb' | 'nn' | 'en';
  now: Date;
}

type Say = (key: string) => string;

export async function passwordSheet(issued: Issued, { layout, language, now }: Wish): Promise<FileAnswer> {
  const say = await textsOf(language);
  const day = showDay(now);
  const title = `${say('sheet.title')} ${day}`;
  const bytes = await makePdf({ title, language, now }, async (document) => {
    if (layout === 'cards') await drawCards(document, issued.Items, say, day);
    else await drawPages(document, issued.Items, say, day);
    if (issued.failed.length > 0 || issued.protectedLeftOut > 0) drawLeftOut(document, issued, say);
  });
  return { fileName: `${title}.pdf`, type: 'application/pdf', stream: only(bytes) };
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function textsOf(language: string): Promise<Say> {
  const file = new URL(`../web/text.${language}.json`, import.meta.url);
  const texts = z.record(z.string(), z.string()).parse(JSON.parse(await readFile(file, 'utf8')));
  return (key) => texts[key] ?? key;
}

const INK = '#17202a';
const QUIET = '#5b6673';
const LINE = '#b9c2cc';

const COLUMNS = 2;
const ROWS = 5;
const EDGE = 30;
const card = { width: (A4.width - 2 * EDGE) / COLUMNS, height: (A4.height - 2 * EDGE) / ROWS, pad: 16 };

/** Ten a page, with the lines to cut along between them. */
async function drawCards(
  document: Document,
  people: readonly FirstTimePassword[],
  say: Say,
  day: string,
): Promise<void> {
  for (const [index, person] of people.entries()) {
    const place = index % (COLUMNS * ROWS);
    if (place === 0) {
      await letOthersBeServed();
      if (index > 0) document.addPage();
      drawCuts(document);
    }
    const left = EDGE + (place % COLUMNS) * card.width + card.pad;
    const top = EDGE + Math.floor(place / COLUMNS) * card.height + card.pad;
    drawCard(document, person, { left, top }, say, day);
  }
}

function drawCuts(document: Document): void {
  document.save().lineWidth(0.6).strokeColor(LINE).dash(3, { space: 3 });
  for (let row = 1; row < ROWS; row += 1) {
    const y = EDGE + row * card.height;
    document.moveTo(0, y).lineTo(A4.width, y).stroke();
  }
  document
    .moveTo(A4.width / 2, 0)
    .lineTo(A4.width / 2, A4.height)
    .stroke();
  document.restore();
}

interface Corner {
  left: number;
  top: number;
}

function drawCard(
  document: Document,
  person: FirstTimePassword,
  { left, top }: Corner,
  say: Say,
  day: string,
): void {
  const width = card.width - 2 * card.pad;
  const line = (text: string, y: number, size: number, color: string, weight = 'regular') =>
    document
      .font(weight)
      .fontSize(size)
      .fillColor(color)
      .text(text, left, top + y, { width, lineBreak: false, ellipsis: true, height: size * 1.4 });
  const name = person.displayName;
  line(name, 0, fittingSize(document.font('semibold'), name, width, [13, 8]), INK, 'semibold');
  line([person.className, person.userName].filter(Boolean).join(' · '), 20, 9.5, QUIET);
  line(say('sheet.password'), 44, 8, QUIET);
  const size = fittingSize(document.font('bold'), person.password, width, [17, 9]);
  line(person.password, 55, size, INK, 'bold');
  line(say('sheet.change'), 86, 8, QUIET);
  line(`${say('sheet.made')} ${day}`, 98, 8, QUIET);
}

async function drawPages(
  document: Document,
  people: readonly FirstTimePassword[],
  say: Say,
  day: string,
): Promise<void> {
  for (const [index, person] of people.entries()) {
    await letOthersBeServed();
    if (index > 0) document.addPage();
    drawPage(document, person, say, day);
  }
}

function drawPage(document: Document, person: FirstTimePassword, say: Say, day: string): void {
  const left = 72;
  const width = A4.width - 2 * left;
  const part = (label: string, value: string, y: number, weight: string, largest: number) => {
    document.font('regular').fontSize(11).fillColor(QUIET).text(label, left, y, { width });
    const size = fittingSize(document.font(weight), value, width, [largest, 12]);
    document
      .font(weight)
      .fontSize(size)
      .fillColor(INK)
      .text(value, left, y + 17, { width });
  };
  document.font('regular').fontSize(11).fillColor(QUIET).text(say('sheet.title'), left, 90, { width });
  const name = person.displayName;
  const size = fittingSize(document.font('bold'), name, width, [28, 14]);
  document.font('bold').fontSize(size).fillColor(INK).text(name, left, 108, { width });
  if (person.className !== null) {
    document.font('regular').fontSize(13).fillColor(QUIET).text(person.className, left, 148, { width });
  }
  document
    .moveTo(left, 186)
    .lineTo(left + width, 186)
    .lineWidth(0.8)
    .strokeColor(LINE)
    .stroke();
  part(say('sheet.userName'), person.userName, 210, 'semibold', 20);
  part(say('sheet.password'), person.password, 274, 'bold', 30);
  document
    .font('regular')
    .fontSize(12)
    .fillColor(INK)
    .text(say('sheet.how'), left, 360, { width, lineGap: 4 });
  document
    .fontSize(9)
    .fillColor(QUIET)
    .text(`${say('sheet.made')} ${day}`, left, A4.height - 90, { width });
}

/** For whoever hands them out: who got none. */
function drawLeftOut(document: Document, { Items, failed, protectedLeftOut }: Issued, say: Say): void {
  if (Items.length > 0) document.addPage();
  const left = 72;
  const width = A4.width - 2 * left;
  document.font('bold').fontSize(16).fillColor(INK).text(say('sheet.leftOut'), left, 90, { width });
  document.moveDown(0.8).font('regular').fontSize(11);
  for (const { id, code } of failed) document.text(`${id}: ${say(`why.${code}`)}`, { width, lineGap: 3 });
  if (protectedLeftOut > 0) document.text(`${say('sheet.protected')}: ${protectedLeftOut}`, { width });
}
