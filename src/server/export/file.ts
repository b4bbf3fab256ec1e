/** The export of any list: the columns the reader has, in their order and language, everything that matches. */
import { readFile } from 'node:fs/promises';

import { z } from 'zod';

import type { Column, ColumnKind } from '#kernel/list.ts';
import { stands } from '#kernel/standing.ts';
import type { FileAnswer } from '#server/http/endpoint.ts';

import type { ExportColumn, ExportRow } from './cells.ts';
import { csvOf } from './csv.ts';
import type { Sources } from './sources.ts';
import { xlsxOf } from './xlsx.ts';

export interface ExportRequest {
  format: 'csv' | 'xlsx';
  language: 'nb' | 'nn' | 'en';
  columns?: readonly string[] | undefined;
}

interface ExportedList {
  id: string;
  columns: Record<string, Pick<Column, 'kind' | 'shown' | 'filledBy'>>;
}

type Asked = Pick<ExportRequest, 'columns'>;

/** The ids of the columns that are asked for, in that order: those the list shows by itself unless they are named. */
const columnIds = (list: ExportedList, { columns }: Asked): readonly string[] =>
  columns ?? columnsAtFirst(list);

/** What is to be read of each row for those columns. */
export const fieldsFor = (list: ExportedList, asked: Asked, sources: Sources = {}): string[] => [
  ...new Set(columnIds(list, asked).flatMap((id) => sources[id]?.of ?? [id])),
];

const Texts = z.record(z.string(), z.unknown());
type Texts = z.output<typeof Texts>;

export interface ExportTexts {
  /** The folder of the area whose `text.<language>.json` names the columns and choices. */
  texts: URL;
  /** Before the keys of this list, where the area has several; keys without it are looked up next. */
  prefix?: string;
  /** What the file is called, when not the list's own title. */
  title?: string;
}

export async function exportFile(
  list: ExportedList,
  { texts, prefix = '', title: given }: ExportTexts,
  request: ExportRequest,
  blocks: AsyncIterable<readonly ExportRow[]>,
  sources: Sources = {},
): Promise<FileAnswer> {
  const file = await readFile(new URL(`text.${request.language}.json`, texts), 'utf8');
  const words = Texts.parse(JSON.parse(file));
  const say = (key: string) => lookUp(words, prefix + key) ?? lookUp(words, key);
  const columns = columnIds(list, request).map((id) =>
    columnOf(id, list.columns[id]?.kind ?? 'text', say, sources[id]?.value),
  );
  const title = given ?? say('title') ?? list.id;
  const fileName = `${title.replaceAll(/[\\/:*?"<>|]/g, ' ')}.${request.format}`;

  return request.format === 'csv'
    ? { fileName, type: 'text/csv; charset=utf-8', stream: csvOf(columns, blocks) }
    : {
        fileName,
        type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        stream: xlsxOf(columns, blocks, title),
      };
}

const columnsAtFirst = ({ columns }: ExportedList): string[] =>
  Object.keys(columns).filter((id) => columns[id]?.shown && stands(columns[id].filledBy));

const MOST_WORDS = 1_000;

function columnOf(
  id: string,
  kind: ColumnKind,
  say: (key: string) => string | undefined,
  value: ExportColumn['value'] = (row) => row[id],
): ExportColumn {
  // A column has a handful of choices and a file a million rows.
  const said = new Map<string, string>();
  return {
    label: say(`column.${id}`) ?? id,
    kind,
    value,
    word: (choice) => {
      const known = said.get(choice);
      if (known !== undefined) return known;
      const word = say(`choice.${id}.${choice}`) ?? choice;
      if (said.size < MOST_WORDS) said.set(choice, word);
      return word;
    },
  };
}

/** `a.b.c` in nested or flat texts. */
function lookUp(words: Texts, key: string): string | undefined {
  const flat = words[key];
  if (typeof flat === 'string') return flat;
  let found: unknown = words;
  for (const part of key.split('.')) {
    found =
      typeof found === 'object' && found !== null && part in found ? Reflect.get(found, part) : undefined;
  }
  return typeof found === 'string' ? found : undefined;
}
