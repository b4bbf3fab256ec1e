/** The very statement the portal sends for a school's first page, as a pgbench script. */
import { userList } from '#areas/users/contract.ts';
import { userSource } from '#areas/users/server/list.ts';
import { prove } from '#kernel/scope.ts';
import { connect } from '#server/db.ts';
import { pageStatement } from '#server/list/page.ts';

export async function listStatement(url: string): Promise<string> {
  const { db, pool, end } = connect({ url, connections: 2 });
  const { rows } = await pool.query<{ id: string; school: number }>(
    `select u.id, primary_school_id as school from users u where user_name = 'bruker8'`,
  );
  const actor = rows[0];
  if (!actor) throw new Error('The owner is not seeded');
  const scope = prove(
    {
      userId: Number(actor.id),
      userName: 'bruker8',
      displayName: '',
      schoolId: actor.school,
      roles: ['schoolIct'],
      sessionId: '',
    },
    'users.read',
  );
  if (!scope) throw new Error('School ICT may not read users');

  const query = { page: 1, pageSize: 30, search: '' };
  const { statement } = pageStatement(userList, userSource, scope, query, new Date());
  const { sql, parameters } = statement.compile(db);
  await end();
  return `${withoutVariables(inline(sql, parameters)).replaceAll(/\s+/g, ' ')};\n`;
}

/** A colon begins a variable for pgbench, also within quotes: there it is written as its number. */
function withoutVariables(statement: string): string {
  return statement.replaceAll(/'[^']*'/g, (text) =>
    text.includes(':') ? `E${text.replaceAll(':', String.raw`\x3a`)}` : text,
  );
}

/** pgbench has no parameters of other types than numbers and texts of its own, so the values stand in the text. */
function inline(statement: string, parameters: readonly unknown[]): string {
  return statement.replaceAll(/\$(\d+)/g, (_, place: string) => {
    const value = parameters[Number(place) - 1];
    if (value === null) return 'null';
    if (typeof value === 'number') return String(value);
    if (value instanceof Date) return `'${value.toISOString()}'`;
    if (typeof value === 'string') return `'${value}'`;
    throw new TypeError(`pgbench is given no ${typeof value}`);
  });
}
