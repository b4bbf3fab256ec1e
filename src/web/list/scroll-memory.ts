/** How far down each list was left, so that coming back from a page opened from it stands at the same row. */
const offsets = new Map<string, number>();
const kept = 50;

export function rememberScroll(question: string, top: number): void {
  offsets.delete(question);
  offsets.set(question, top);
  const oldest = offsets.keys().next().value;
  if (offsets.size > kept && oldest !== undefined) offsets.delete(oldest);
}

export const recallScroll = (question: string): number => offsets.get(question) ?? 0;
