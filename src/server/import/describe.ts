/** A run in words, for the command line. */
import type pg from 'pg';

import type { Failure, Progress } from './record.ts';

const MEGA = 1_000_000;

export function describeProgress(progress: Progress, size: number): string {
  const { phase, bytesRead, people, groups, memberships } = progress;
  const read = size === 0 ? 100 : Math.floor((bytesRead / size) * 100);
  return `${phase}: ${read} % of ${(size / MEGA).toFixed(1)} MB, ${people} people, ${groups} groups, ${memberships} memberships`;
}

interface Run {
  status: string;
  dry_run: boolean;
  duration_ms: number;
  rejected: number;
  flagged: number;
  counts: Record<string, Record<string, number>>;
  held: { school: string | null; leaving: number; people: number }[];
  failure: Failure | null;
}

export async function describeRun(pool: pg.Pool, runId: number): Promise<string> {
  const { rows } = await pool.query<Run>(
    'select status, dry_run, duration_ms, rejected, flagged, counts, held, failure from import_run where id = $1',
    [runId],
  );
  const [run] = rows;
  if (!run) return `Import ${runId} is not recorded.`;
  if (run.failure) {
    const { code, line, column, found } = run.failure;
    return `Import ${runId} changed nothing: ${code} at line ${line}, column ${column}: ${found}`;
  }
  const lines = [
    `Import ${runId} ${run.dry_run ? 'would change' : 'is done'} (${(run.duration_ms / 1000).toFixed(1)} s).`,
  ];
  for (const [subject, outcomes] of Object.entries(run.counts)) {
    const parts = Object.entries(outcomes).map(([outcome, number]) => `${number} ${outcome}`);
    lines.push(`  ${subject}: ${parts.join(', ')}`);
  }
  lines.push(`  ${run.rejected} records rejected, ${run.flagged} flagged`);
  for (const { school, leaving, people } of run.held) {
    lines.push(
      `  held: ${leaving} of ${people} would have left ${school ?? 'the owner'} (--accept-leavers lets them go)`,
    );
  }
  return lines.join('\n');
}
