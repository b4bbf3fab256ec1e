/** What technicians do in a directory behind a portal's back, so that a demo has something to find. */
/** A statement and its values, with one row per object it names. */
type Query = (statement: string, values: readonly unknown[]) => Promise<{ id: string }[]>;

/** Returns how many objects were changed. */
export async function disturb(query: Query): Promise<number> {
  const some = async (kind: string, most: number, more = 'true'): Promise<string[]> => {
    const rows = await query(
      `select id from simulated_directory.object o where kind = $1 and not removed and ${more} order by random() limit $2`,
      [kind, most],
    );
    return rows.map(({ id }) => id);
  };
  const [closed, renamed, removed, stranger] = await some('user', 4);
  const [filled, emptied = filled] = await some(
    'group',
    2,
    'exists (select from simulated_directory.member m where m.group_id = o.id)',
  );

  const acts: [string, (string | undefined)[]][] = [
    [change(`fields || '{"enabled": false}'`), [closed]],
    [change(`fields || '{"title": "Rådgiver", "department": "Sentralbordet"}'`), [renamed]],
    // Deleted, and made by hand under another name; the portal does not know whose that account is.
    [change('fields', 'removed = true'), [removed]],
    [
      `insert into simulated_directory.object (kind, name, fields)
       select kind, left(name, 14) || '.ny', fields || jsonb_build_object('name', left(name, 14) || '.ny', 'commonName',
              concat_ws(' ', fields ->> 'firstName', fields ->> 'lastName'), 'place', 'OU=Midlertidig')
         from simulated_directory.object where id = $1
       on conflict do nothing returning id`,
      [removed],
    ],
    [
      `insert into simulated_directory.object (kind, name, fields)
       values ('user', 'kopimaskin', '{"name": "kopimaskin", "commonName": "Kopimaskin", "displayName": "Kopimaskin 2. etasje",
               "place": "OU=Utstyr", "enabled": true}') on conflict do nothing returning id`,
      [],
    ],
    // Somebody who does not belong there, and somebody who does.
    [
      `insert into simulated_directory.member (group_id, member_id) values ($1, $2) on conflict do nothing`,
      [filled, stranger],
    ],
    [
      `delete from simulated_directory.member where (group_id, member_id) in (
         select group_id, member_id from simulated_directory.member where group_id = $1 limit 1)`,
      [emptied],
    ],
  ];
  for (const [statement, ids] of acts) if (!ids.includes(undefined)) await query(statement, ids);

  const touched = [...new Set([closed, renamed, removed, filled, emptied])].filter((id) => id !== undefined);
  // Whoever asks what was changed is told of groups too whose members are others.
  await query(
    `update simulated_directory.object set usn = nextval('simulated_directory.usn') where id = any ($1::uuid[])`,
    [touched],
  );
  return touched.length;
}

const change = (fields: string, besides = 'removed = removed'): string =>
  `update simulated_directory.object set fields = ${fields}, ${besides} where id = $1`;
