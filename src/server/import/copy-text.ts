/** Rows in the text form of PostgreSQL's COPY. */
export type Cell = string | number | boolean | null | undefined | Buffer | readonly string[];

const special = /[\\\n\r\t]/;
const specials = /[\\\n\r\t]/g;
const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const escape = (text: string): string =>
  // Almost no value needs it, and looking is cheaper than replacing.
  special.test(text) ? text.replaceAll(specials, (sign) => escapes[sign] ?? sign) : text;

function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return '\\N';
  if (typeof cell === 'string') return escape(cell);
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'boolean') return cell ? 't' : 'f';
  if (Buffer.isBuffer(cell)) return `\\\\x${cell.toString('hex')}`;
  return escape(`{${cell.map((item) => `"${item.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`);
}

/** Cells as they stand in a line. */
export function copyCells(cells: readonly Cell[]): string {
  let text = cellText(cells[0]);
  for (let at = 1; at < cells.length; at += 1) text += `\t${cellText(cells[at])}`;
  return text;
}
