import type { CsvMapping } from '#kernel/csv-mapping.ts';

/**
 * The file of the latest rehearsal, kept as long as the page lives: the server keeps no files, and whoever has looked
 * through the plan should not have to find the file again.
 */
let held: { runId: number; sent: HeldFile } | undefined;

interface HeldFile {
  file: File;
  /** Of a table: which column holds what. */
  mapping?: CsvMapping;
}

export function holdFile(runId: number, sent: HeldFile): void {
  held = { runId, sent };
}

export const heldFile = (runId: number): HeldFile | undefined =>
  held?.runId === runId ? held.sent : undefined;
