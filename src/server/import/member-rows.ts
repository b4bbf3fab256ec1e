/**
 * Memberships on their way to the database: those of a group that say the same go as one row, with the persons and the
 * lines of the file as two arrays. There are twenty memberships to a person and a dozen to such a row, and all that is
 * asked of the group and of what is said is then asked once for the row.
 */
export interface MemberRows {
  add: (groupN: number, factN: number, personN: number, line: number) => void;
  /** What is still waiting for more. */
  flush: () => void;
}

interface Row {
  groupN: number;
  factN: number;
  people: number[];
  lines: number[];
}

/** So many to a row that the database need not put them elsewhere. */
const IN_ROW = 200;
/** So many wait at the most: in a table those of a group do not come one after the other. */
const WAITING = 20_000;
/** Two numbers as one; together they are exact to 2 ** 53. */
const FACTS = 2 ** 26;

/** `write`: a row's two numbers, and its two arrays as COPY reads them. */
export function createMemberRows(write: (numbers: [number, number], arrays: string) => void): MemberRows {
  const rows = new Map<number, Row>();
  let waiting = 0;
  let last: Row | undefined;
  const send = ({ groupN, factN, people, lines }: Row): void =>
    write([groupN, factN], `{${people.join(',')}}\t{${lines.join(',')}}`);
  const flush = (): void => {
    for (const row of rows.values()) send(row);
    rows.clear();
    waiting = 0;
    last = undefined;
  };
  const rowFor = (groupN: number, factN: number): Row => {
    if (last?.groupN === groupN && last.factN === factN) return last;
    const key = groupN * FACTS + factN;
    let row = rows.get(key);
    if (row === undefined) rows.set(key, (row = { groupN, factN, people: [], lines: [] }));
    return (last = row);
  };
  return {
    add: (groupN, factN, personN, line) => {
      const row = rowFor(groupN, factN);
      row.people.push(personN);
      row.lines.push(line);
      waiting += 1;
      if (row.people.length >= IN_ROW) {
        send(row);
        waiting -= row.people.length;
        rows.delete(groupN * FACTS + factN);
        last = undefined;
      }
      if (waiting >= WAITING) flush();
    },
    flush,
  };
}
