/** Times as a measurement tells them. */
import { loadavg } from 'node:os';

/** The time within which this part of them was done. */
export function share(times: readonly number[], part: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

export function ms(time: number): string {
  return `${time < 10 ? time.toFixed(2) : Math.round(time)} ms`;
}

/** What else the machine does: the figures mean little beside much of it. */
export function load(): string {
  return loadavg()
    .map((part) => part.toFixed(1))
    .join(' ');
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
