/** What exams ask of the enforcement points. */
import type { ExamFacts } from '#areas/internet/exam-day/preflight.ts';
import type { Db } from '#server/db.ts';

/** Those that serve a school; undefined while the portal has no points. */
export async function pointsAt(_db: Db, _schoolId: number, _now: Date): Promise<ExamFacts['points']> {
  return undefined;
}
