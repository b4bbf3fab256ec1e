/** The candidates' cards: one a page, so that nobody sees another's password. */
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';

import { z } from 'zod';

import { osloDay, showDay } from '#kernel/dates.ts';
import type { FileAnswer } from '#server/http/endpoint.ts';
import { A4, type Document, fittingSize, letOthersBeServed, makePdf } from '#server/pdf/document.ts';

import type { CandidatePassword } from '../contract.ts';

interface Wish {
  description: string;
  examDate: string;
  language: 'nb' | 'nn' | 'en';
  now: Date;
}

type Say = (key: string) => string;

const INK = '#17202a';
const QUIET = '#5b6673';
const LINE = '#b9c2cc';
const LEFT = 72;

export async function candidateCards(
  candidates: readonly CandidatePassword[],
  { description, examDate, language, now }: Wish,
): Promise<FileAnswer> {
  const say = await textsOf(language);
  const title = `${description} ${showDay(examDate)}`;
  const bytes = await makePdf({ title, language, now }, async (document) => {
    for (const [index, candidate] of candidates.entries()) {
      await letOthersBeServed();
      if (index > 0) document.addPage();
      drawCard(document, candidate, { title, made: showDay(osloDay(now)) }, say);
    }
  });
  const fileName = `${title.replaceAll(/[\\/:*?"<>|]/g, ' ')}.pdf`;
  return { fileName, type: 'application/pdf', stream: Readable.from([bytes]) };
}

async function textsOf(language: string): Promise<Say> {
  const file = new URL(`../web/text.${language}.json`, import.meta.url);
  const texts = z.record(z.string(), z.string()).parse(JSON.parse(await readFile(file, 'utf8')));
  return (key) => texts[key] ?? key;
}

function drawCard(
  document: Document,
  { candidateNo, userName, password }: CandidatePassword,
  { title, made }: { title: string; made: string },
  say: Say,
): void {
  const width = A4.width - 2 * LEFT;
  const part = (label: string, value: string, y: number, largest: number) => {
    document.font('regular').fontSize(11).fillColor(QUIET).text(label, LEFT, y, { width });
    const size = fittingSize(document.font('bold'), value, width, [largest, 12]);
    document
      .font('bold')
      .fontSize(size)
      .fillColor(INK)
      .text(value, LEFT, y + 17, { width });
  };
  document.font('regular').fontSize(12).fillColor(QUIET).text(title, LEFT, 90, { width });
  const number = `${say('sheet.candidate')} ${candidateNo}`;
  document.font('bold').fontSize(28).fillColor(INK).text(number, LEFT, 112, { width });
  document
    .moveTo(LEFT, 178)
    .lineTo(LEFT + width, 178)
    .lineWidth(0.8)
    .strokeColor(LINE)
    .stroke();
  part(say('sheet.userName'), userName, 200, 24);
  part(say('sheet.password'), password, 268, 30);
  document
    .font('regular')
    .fontSize(12)
    .fillColor(INK)
    .text(say('sheet.how'), LEFT, 356, { width, lineGap: 4 });
  document
    .fontSize(9)
    .fillColor(QUIET)
    .text(`${say('sheet.made')} ${made}`, LEFT, A4.height - 90, { width });
}
