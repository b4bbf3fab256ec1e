/** One record's XML as a small tree, and the few questions the readers ask of it. */

export interface Element {
  name: string;
  line: number;
  attributes: Record<string, string>;
  text: string;
  children: Element[];
  /** Of a record: it had more than any record has, and the rest of it was let go. */
  isTooLarge?: true;
}

export function childrenOf(element: Element, name: string): Element[] {
  return element.children.filter((child) => child.name === name);
}

/** The first element at the path, e.g. `find(person, 'name', 'n', 'family')`. */
export function find(element: Element | undefined, ...path: readonly string[]): Element | undefined {
  let here = element;
  for (const name of path) here = here?.children.find((child) => child.name === name);
  return here;
}

/** Text without the white space around it; one form per letter, however the source composed it. */
export function textOf(element: Element | undefined): string {
  const text = element?.text ?? '';
  // Most of it is one word of ASCII.
  return needsCare.test(text) ? text.trim().replaceAll(/\s+/g, ' ').normalize('NFC') : text;
}

const needsCare = /[^!-~]/;

/** The text at the path, or undefined when it is missing or blank. */
export function textAt(element: Element | undefined, ...path: readonly string[]): string | undefined {
  return textOf(find(element, ...path)) || undefined;
}

/** The value among `<pifu_x type="…">` siblings in the extension, the highest priority first. */
export function extensionValue(element: Element, name: string, type: string): string | undefined {
  const extension = find(element, 'extension');
  if (!extension) return undefined;
  const [best] = childrenOf(extension, name)
    .filter(({ attributes }) => attributes['type'] === type)
    .toSorted((a, b) => priorityOf(a) - priorityOf(b));
  if (!best) return undefined;
  return textAt(best, 'pifu_value') ?? (textOf(best) || undefined);
}

const priorityOf = ({ attributes }: Element): number => Number(attributes['priority'] ?? 1);
