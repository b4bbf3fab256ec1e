/** What was found, fit for a list of problems: short, and without anything that could be a national number. */
export function shown(text: string): string {
  const short = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  return short.replaceAll(/\d(?:[\s-]?\d){8,}/g, '*********');
}
