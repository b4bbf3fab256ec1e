/**
 * The file of the latest rehearsal, kept as long as the page lives: the server keeps no files, and whoever has looked
 * through the plan should not have to find the file again.
 */
let held: { runId: number; file: File } | undefined;

export function holdFile(runId: number, file: File): void {
  held = { runId, file };
}

export const heldFile = (runId: number): File | undefined => (held?.runId === runId ? held.file : undefined);
