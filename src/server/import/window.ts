/** When imports run: the hours of specification §9, by the portal's clock in Oslo. */
import { sql } from 'kysely';
import { z } from 'zod';

import { addDays, osloDay, showMoment } from '#kernel/dates.ts';
import type { Db } from '#server/db.ts';

interface Window {
  from: string;
  to: string;
}

const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** The site setting `importWindow`; normally between 16:00 and 22:00. */
const Window: z.ZodType<Window> = z
  .object({ from: TimeOfDay, to: TimeOfDay })
  .refine(({ from, to }) => from < to)
  .catch({ from: '16:00', to: '22:00' });

const timeOf = (now: Date): string => showMoment(now).slice(-5);

export const isWithin = (now: Date, { from, to }: Window): boolean => {
  const time = timeOf(now);
  return from <= time && time < to;
};

/** The latest night that has begun: today's from `begins` on, until then yesterday's. */
export function nightOf(now: Date, begins: string): string {
  const today = osloDay(now);
  return timeOf(now) >= begins ? today : addDays(today, -1);
}

export async function readWindow(db: Db): Promise<Window> {
  const { rows } = await sql<{ value: unknown }>`
    select value from site_setting where key = 'importWindow'`.execute(db);
  return Window.parse(rows[0]?.value);
}
