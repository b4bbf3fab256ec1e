/** A table that is printed and written in: a head and a foot on every page, lines between the rows. */
import { A4, type Document } from './document.ts';

const MILLIMETRE = 72 / 25.4;
const ROW = 7.2 * MILLIMETRE;
const GAP = 2 * MILLIMETRE;
/** Nothing of the table stands below this. */
const BOTTOM = A4.height - 18 * MILLIMETRE;
const FOOT = A4.height - 11 * MILLIMETRE;

const ink = { text: '#14202b', quiet: '#55606e', rule: '#c9d1da' } as const;

export interface PdfColumn {
  label: string;
  /** Its share of the width. */
  weight: number;
}

export interface PdfTable {
  columns: readonly PdfColumn[];
  rows: readonly (readonly string[])[];
  /** Where it begins on the first page. */
  top: number;
  margin: number;
  foot: (page: number, of: number) => string;
}

interface Placed {
  label: string;
  x: number;
  width: number;
}

export function drawTable(pdf: Document, { columns, rows, top, margin, foot }: PdfTable): void {
  const placed = placeColumns(columns, margin);
  const first = Math.max(1, Math.floor((BOTTOM - top) / ROW) - 1);
  const later = Math.floor((BOTTOM - margin) / ROW) - 1;
  const pages = 1 + Math.max(0, Math.ceil((rows.length - first) / later));
  for (let page = 0; page < pages; page += 1) {
    if (page > 0) pdf.addPage();
    const from = page === 0 ? 0 : first + (page - 1) * later;
    const some = rows.slice(from, page === 0 ? first : from + later);
    let y = drawHead(pdf, placed, page === 0 ? top : margin, margin);
    for (const row of some) {
      pdf.font('regular').fontSize(9.5).fillColor(ink.text);
      for (const [index, { x, width }] of placed.entries()) {
        drawLine(pdf, row[index] ?? '', { x, y: y + 1.9 * MILLIMETRE, width: width - GAP });
      }
      y += ROW;
      rule(pdf, { y, margin, color: ink.rule });
    }
    drawFoot(pdf, foot(page + 1, pages), margin);
  }
}

/** One line, shortened to the room there is. */
export function drawLine(pdf: Document, text: string, at: { x: number; y: number; width: number }): void {
  const letters = Array.from(text);
  let shown = text;
  while (letters.length > 1 && pdf.widthOfString(shown) > at.width) {
    letters.pop();
    shown = `${letters.join('').trimEnd()}…`;
  }
  pdf.text(shown, at.x, at.y, { lineBreak: false });
}

function placeColumns(columns: readonly PdfColumn[], margin: number): Placed[] {
  const whole = columns.reduce((sum, { weight }) => sum + weight, 0);
  let x = margin;
  return columns.map(({ label, weight }) => {
    const width = ((A4.width - 2 * margin) * weight) / whole;
    const at = { label, x, width };
    x += width;
    return at;
  });
}

function drawHead(pdf: Document, columns: readonly Placed[], y: number, margin: number): number {
  pdf.font('semibold').fontSize(8.5).fillColor(ink.quiet);
  for (const { label, x, width } of columns) {
    drawLine(pdf, label, { x, y: y + 2 * MILLIMETRE, width: width - GAP });
  }
  rule(pdf, { y: y + ROW, margin, color: ink.quiet });
  return y + ROW;
}

function drawFoot(pdf: Document, text: string, margin: number): void {
  // Below the margin pdfkit would begin another page.
  const { bottom } = pdf.page.margins;
  pdf.page.margins.bottom = 0;
  pdf.font('regular').fontSize(8).fillColor(ink.quiet);
  drawLine(pdf, text, { x: margin, y: FOOT, width: A4.width - 2 * margin });
  pdf.page.margins.bottom = bottom;
}

function rule(pdf: Document, { y, margin, color }: { y: number; margin: number; color: string }): void {
  pdf
    .moveTo(margin, y)
    .lineTo(A4.width - margin, y)
    .lineWidth(0.5)
    .strokeColor(color)
    .stroke();
}
