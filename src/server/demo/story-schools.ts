/** Where the demo's locks and exams are, and when. */
import { sql } from 'kysely';

const MINUTE = 60_000;
export const inMinutes = (now: Date, minutes: number): Date => new Date(now.getTime() + minutes * MINUTE);

/** Those the demo's people run, their first school first: `(id, name, abbreviation, place)`. */
export const schoolsOfStory = sql`
  select s.id, s.name, s.abbreviation, row_number() over (order by min(g.id), s.id) - 1 as place
    from school s join role_grant g on g.school_id = s.id group by s.id`;
