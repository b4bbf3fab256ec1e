/** The accounts of exam candidates as the portal wants them: without a name, open on the exam's day alone. */
import { sql } from 'kysely';

import { placeOf } from '#connectors/directory/port.ts';
import { accountOn } from '#kernel/internet/exam-account.ts';
import type { Db } from '#server/db.ts';
import type { Vault } from '#server/vault.ts';

import type { Wish } from './wish.ts';

interface CandidateRow {
  id: number;
  number: number;
  userName: string;
  cipher: Buffer | null;
  setAt: Date | null;
  exam: string;
  examOn: string;
  ended: boolean;
  homeWin: string | null;
  homeMac: string | null;
  commonWin: string | null;
  commonMac: string | null;
  school: string;
}

/** Those whose exam is over have no wish: their accounts are to go. */
export async function candidates(
  db: Db,
  keys: readonly number[],
  today: string,
  passwords: Vault,
): Promise<Map<number, Wish>> {
  const { rows } = await sql<CandidateRow>`
    select c.id, c.number, c.user_name, c.password_cipher as cipher, c.password_set_at as set_at,
           e.description as exam, e.exam_on::text as exam_on, e.ended_at is not null as ended,
           e.home_path_win as home_win, e.home_path_mac as home_mac, e.common_path_win as common_win,
           e.common_path_mac as common_mac, s.code as school
      from exam_candidate c join exam_group e on e.id = c.exam_group_id join school s on s.id = e.school_id
     where c.id = any (${keys})`.execute(db);
  return new Map(
    rows.flatMap((row) => {
      const wish = wishOf(row, today, passwords);
      return wish ? [[row.id, wish] as const] : [];
    }),
  );
}

function wishOf(row: CandidateRow, today: string, passwords: Vault): Wish | undefined {
  const state = accountOn({ examDate: row.examOn, ended: row.ended }, today);
  if (state === 'gone') return undefined;
  return {
    name: row.userName,
    fields: {
      name: row.userName,
      commonName: row.userName,
      place: placeOf(row.school, 'exams'),
      firstName: null,
      lastName: null,
      // A person reads it on the screen of the machine.
      displayName: `Kandidat ${row.number}`,
      title: null,
      department: null,
      email: null,
      mobilePhone: null,
      description: row.exam,
      role: 'examCandidate',
      enabled: state === 'open',
      // Should the portal be away when the day is over, the directory closes it by itself.
      expiresOn: row.examOn,
      homeFolder: ownFolder(row.homeWin, row.userName),
      homeFolderMac: ownFolder(row.homeMac, row.userName),
      commonFolders: [row.commonWin, row.commonMac].filter((path) => path !== null).join('\r\n') || null,
    },
    mustChange: false,
    // Whoever got a new password was often locked out by the old one.
    unlockedAt: row.setAt,
    ...(row.cipher && { password: passwords.decrypt(row.cipher), passwordSetAt: row.setAt ?? undefined }),
  };
}

/** The candidate's own folder within that of the exam, in the manner of the path. */
export function ownFolder(path: string | null, userName: string): string | null {
  if (path === null) return null;
  const sign = path.includes('\\') ? '\\' : '/';
  return `${path.replace(/[\\/]+$/, '')}${sign}${userName}`;
}
