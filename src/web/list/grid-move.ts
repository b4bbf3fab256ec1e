/** Where a key press takes the focus of the grid. Row -1 is the head. */
export interface Spot {
  row: number;
  column: number;
}

interface Bounds {
  rows: number;
  columns: number;
  /** Rows on the screen, for Page Up and Page Down. */
  pageRows: number;
}

const inside = (value: number, lowest: number, highest: number) => Math.max(lowest, Math.min(highest, value));

/** Undefined: the key does not move the focus. */
export function move(key: string, from: Spot, { rows, columns, pageRows }: Bounds): Spot | undefined {
  const last = rows - 1;
  const toRow = (row: number, lowest = 0): Spot => ({
    ...from,
    row: inside(row, Math.min(lowest, last), last),
  });
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return toRow(from.row + 1);
    case 'ArrowUp':
    case 'k':
      return toRow(from.row - 1, -1);
    case 'PageDown':
      return toRow(from.row + pageRows);
    case 'PageUp':
      return toRow(from.row - pageRows);
    case 'Home':
      return toRow(0);
    case 'End':
      return toRow(last);
    case 'ArrowRight':
      return { ...from, column: inside(from.column + 1, 0, columns - 1) };
    case 'ArrowLeft':
      return { ...from, column: inside(from.column - 1, 0, columns - 1) };
    default:
      return undefined;
  }
}
