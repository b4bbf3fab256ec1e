/**
 * What the chat of people and candidates is to be at a moment: the wanted state that a connector to a chat service brings
 * about, as the directory's is (docs/decisions/0005). There is none of them yet; the screens say so.
 */
import { sql } from 'kysely';

import { osloDay } from '#kernel/dates.ts';
import { chatAt, type ChatRestriction } from '#kernel/internet/lock-times.ts';
import { limits } from '#kernel/limits.ts';
import type { Db } from '#server/db.ts';

import { asPupil } from './reach.ts';

interface Row {
  userName: string;
  locks: { from: string; until: string; since: string; chat: ChatRestriction }[];
}

/**
 * By user name, in lower case; whoever is not there chats as always.
 * @public
 */
export async function wantedChat(db: Db, now: Date): Promise<Map<string, ChatRestriction>> {
  const today = osloDay(now);
  const { rows } = await sql<Row>`
    with recursive near as (
      select id, active_from, ends_at, coalesce(chat_since, created_at) as since, chat from internet_lock
       where chat <> 'none' and ends_at > ${now}
         and active_from <= ${now}::timestamptz + make_interval(hours => ${limits.chatLead.mostHours})
    ), tree as (
      select n.id as lock_id, t.group_id as id from near n join internet_lock_target t on t.lock_id = n.id
       where t.group_id is not null
      union
      select tree.lock_id, g.child_id from tree join group_nesting g on g.parent_id = tree.id
        join groups c on c.id = g.child_id and c.archived_at is null
    ), reached as (
      select tree.lock_id, lower(u.user_name) as user_name from tree
        join membership m on m.group_id = tree.id and ${asPupil('m', today)} join users u on u.id = m.user_id
      union
      select n.id, c.user_name from near n join internet_lock_target t on t.lock_id = n.id
        join exam_candidate c on c.exam_group_id = t.exam_group_id
    )
    select r.user_name as "userName", jsonb_agg(jsonb_build_object('from', n.active_from, 'until', n.ends_at,
             'since', n.since, 'chat', n.chat)) as locks
      from reached r join near n on n.id = r.lock_id group by r.user_name`.execute(db);
  return new Map(
    rows.flatMap(({ userName, locks }) => {
      const chat = chatAt(
        locks.map((lock) => ({
          from: new Date(lock.from),
          until: new Date(lock.until),
          since: new Date(lock.since),
          chat: lock.chat,
        })),
        now,
      );
      return chat === 'none' ? [] : [[userName, chat] as const];
    }),
  );
}
