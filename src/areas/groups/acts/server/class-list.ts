/** The class list: to print, or as a workbook. Never with national numbers, whatever is asked. */
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';

import { sql } from 'kysely';

import { type GroupCard, membersOf, placeOf, type Reader } from '#areas/groups/server/service.ts';
import { osloDay, showDay } from '#kernel/dates.ts';
import type { ExportRow } from '#server/export/cells.ts';
import { exportFile } from '#server/export/file.ts';
import type { FileAnswer } from '#server/http/endpoint.ts';
import { onPaper } from '#server/list/scope.ts';
import { A4, makePdf } from '#server/pdf/document.ts';
import { drawLine, drawTable } from '#server/pdf/table.ts';

import type { ClassListColumn } from '../contract.ts';

interface Listed extends Record<ClassListColumn, string | null> {
  isEmployee: boolean;
}

export interface ClassListWish {
  format: 'pdf' | 'xlsx';
  columns: readonly ClassListColumn[];
  /** Columns without content. */
  blank: number;
  memberKind?: 'students' | 'employees' | undefined;
  language: 'nb' | 'nn' | 'en';
}

/** Room for each column beside the others, and for one to write in. */
const weights: Record<ClassListColumn, number> = {
  name: 30,
  userName: 15,
  className: 9,
  memberRole: 15,
  email: 32,
  mobilePhone: 15,
};
const BLANK = 12;
/** In points; room for a punch. */
const MARGIN = 45;

const texts = new URL('../../web/', import.meta.url);

export async function classList(reader: Reader, group: GroupCard, wish: ClassListWish): Promise<FileAnswer> {
  const rows = (await readList(reader, group)).filter(
    ({ isEmployee }) => wish.memberKind === undefined || isEmployee === (wish.memberKind === 'employees'),
  );
  const title = [group.displayName, group.school?.name].filter(Boolean).join(', ');
  return wish.format === 'xlsx' ? workbook(title, rows, wish) : printed(reader, title, rows, wish);
}

/** Everybody in the group today: pupils first, as a class list is read, then who teaches it. */
async function readList({ db, scope, now }: Reader, { id, schoolId }: GroupCard): Promise<Listed[]> {
  const { rows } = await sql<Listed>`
    select u.last_name || ', ' || u.first_name as name, u.user_name as "userName", s.class_name as "className",
           b.role as "memberRole", u.email, u.mobile_phone as "mobilePhone",
           coalesce(s.role, u.role) = 'employee' as "isEmployee"
      from (select distinct on (m.user_id) m.user_id, m.role
              from ${membersOf(sql`${id}::bigint`, onPaper(scope), osloDay(now))} m
             order by m.user_id, m.direct desc, m.role = 'contactTeacher' desc) b
      join users u on u.id = b.user_id
      ${placeOf(schoolId, scope)}
     order by coalesce(s.role, u.role) = 'employee', u.sort_name, u.id`.execute(db);
  return rows;
}

async function* plain(rows: readonly Listed[]): AsyncGenerator<ExportRow[]> {
  yield rows.map((row) => ({ ...row }));
}

function workbook(
  title: string,
  rows: readonly Listed[],
  { columns, language }: ClassListWish,
): Promise<FileAnswer> {
  const kinds = Object.fromEntries(
    columns.map((id) => [id, { kind: id === 'memberRole' ? ('choice' as const) : ('text' as const) }]),
  );
  return exportFile(
    { id: 'class-list', columns: kinds },
    { texts, prefix: 'classList.', title },
    { format: 'xlsx', language, columns },
    plain(rows),
  );
}

type Say = (key: string, values?: Record<string, string>) => string;

async function printed(
  { now }: Reader,
  title: string,
  rows: readonly Listed[],
  { columns, blank, language }: ClassListWish,
): Promise<FileAnswer> {
  const say = await wordsIn(language);
  const pupils = rows.filter(({ isEmployee }) => !isEmployee).length;
  const counts = say('classList.counts', {
    pupils: String(pupils),
    others: String(rows.length - pupils),
    day: showDay(osloDay(now)),
  });
  const written = columns.map((id) => ({ label: say(`classList.column.${id}`), weight: weights[id] }));
  const empty = Array.from({ length: blank }, () => ({ label: '', weight: BLANK }));
  const cell = (row: Listed, id: ClassListColumn) =>
    (id === 'memberRole' && row[id] !== null ? say(`choice.memberRole.${row[id]}`) : row[id]) ?? '';

  const whole = await makePdf({ title, language, now, margin: MARGIN }, (pdf) => {
    const width = A4.width - 2 * MARGIN;
    pdf.font('semibold').fontSize(16).fillColor('#14202b');
    drawLine(pdf, title, { x: MARGIN, y: MARGIN, width });
    pdf.font('regular').fontSize(9.5).fillColor('#55606e');
    drawLine(pdf, counts, { x: MARGIN, y: MARGIN + 24, width });
    drawTable(pdf, {
      columns: [...written, ...empty],
      rows: rows.map((row) => columns.map((id) => cell(row, id))),
      top: MARGIN + 46,
      margin: MARGIN,
      foot: (number, of) => say('classList.foot', { title, number: String(number), of: String(of) }),
    });
  });
  const fileName = `${title.replaceAll(/[\\/:*?"<>|]/g, ' ')}.pdf`;
  return { fileName, type: 'application/pdf', stream: Readable.from([whole]) };
}

async function wordsIn(language: string): Promise<Say> {
  const words: Record<string, string> = JSON.parse(
    await readFile(new URL(`text.${language}.json`, texts), 'utf8'),
  );
  return (key, values = {}) =>
    (words[key] ?? key).replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
