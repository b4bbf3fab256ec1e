/** The list of machines as it is written: an address or a range, and the user name whose locks count there. */
export interface Line {
  /** Counted from 1, as editors do. */
  number: number;
  address: string;
  userName: string;
}

const NAME = /^[^\s<>,;]{1,256}$/;

/** Empty lines and what follows `#` count for nothing. Between the two: spaces, a tab, a comma or a semicolon. */
export function readLines(text: string): { lines: Line[]; faulty: number[] } {
  const lines: Line[] = [];
  const faulty: number[] = [];
  for (const [index, written] of text.split(/\r?\n/).entries()) {
    const said = written.replace(/#.*$/, '').trim();
    if (said === '') continue;
    const [address = '', userName = '', ...more] = said.split(/[\s,;]+/);
    const number = index + 1;
    if (more.length > 0 || !NAME.test(userName)) faulty.push(number);
    else lines.push({ number, address: address.toLowerCase(), userName: userName.toLowerCase() });
  }
  return { lines, faulty };
}
