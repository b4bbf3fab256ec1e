/** Which sign stands between the cells: the one that gives the first lines the most equal columns. */
export const delimiters = ['\t', ';', ',', '|'] as const;
export type Delimiter = (typeof delimiters)[number];

/** Of a heading and the lines after it; undefined when there is but one column. */
export function delimiterOf(lines: readonly string[]): Delimiter | undefined {
  const [heading = '', ...rows] = lines.filter((line) => line.trim() !== '');
  const scores = delimiters.map((delimiter) => {
    const columns = countIn(heading, delimiter);
    const agree = rows.filter((row) => countIn(row, delimiter) === columns).length;
    return { delimiter, columns, score: columns === 0 ? 0 : columns + agree * 10 };
  });
  const [best] = scores.toSorted((a, b) => b.score - a.score);
  return best && best.columns > 0 ? best.delimiter : undefined;
}

/** Outside quotation marks. */
function countIn(line: string, delimiter: string): number {
  return line.replaceAll(/"[^"]*"/g, '').split(delimiter).length - 1;
}
