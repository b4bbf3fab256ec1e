/** What a pasted line may mean, before anybody is looked up. */
export interface Wanted {
  line: number;
  userName?: string;
  email?: string;
  nationalNumber?: string;
  /** Words of a name, lower case. */
  name?: string;
}

/** Spreadsheets give whole rows: the first cell that says something is meant. */
const CELLS = /[\t;]/;
/** `Kari Nordmann <kari@fjordby.no>`, as an address book gives it. */
const ADDRESS = /<([^<>\s]+@[^<>\s]+)>/;
const NUMBER = /^\d{6}\s?-?\d{5,6}$/;

/** The lines of a text, trimmed, each with its place; empty ones are left out. */
export function linesOf(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .flatMap((line) => (line.includes('@') && line.includes(',') ? line.split(',') : [line]))
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

export function meaningOf(typed: string, line: number): Wanted {
  const cell = typed
    .split(CELLS)
    .map((one) => one.trim().replace(/^["']|["']$/g, ''))
    .find((one) => one !== '');
  if (cell === undefined) return { line };
  const address = ADDRESS.exec(cell)?.[1] ?? (/^\S+@\S+$/.test(cell) ? cell : undefined);
  if (address !== undefined) {
    const email = address.toLowerCase();
    // A Feide name looks like an address: the part before the realm is the user name.
    return { line, email, userName: email.slice(0, email.indexOf('@')) };
  }
  if (NUMBER.test(cell)) return { line, nationalNumber: cell.replaceAll(/\D/g, '') };
  const lower = cell.toLowerCase();
  if (!/\s|,/.test(lower)) return { line, userName: lower };
  const [family, given] = lower.split(',').map((part) => part.trim());
  const name = given ? `${given} ${family}` : lower.replaceAll(',', ' ').trim();
  return { line, name: name.replaceAll(/\s+/g, ' ') };
}
