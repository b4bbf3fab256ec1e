-- Rights that hang on "own groups" must not be something a person can give themselves, so a membership and a nesting know
-- who wrote them.
alter table membership add column given_by bigint;
comment on column membership.given_by is
  'Id of the person who wrote it in the portal, also after that person is gone; null = the source or the portal itself';
alter table group_nesting add column given_by bigint;
comment on column group_nesting.given_by is 'As membership.given_by';
-- Few rows are written by hand; those of the source are not in these.
create index membership_by_giver on membership (given_by, group_id) where given_by is not null;
create index group_nesting_by_giver on group_nesting (given_by, parent_id) where given_by is not null;

-- Watched again, so that the new columns are recorded.
select journal.watch('membership', array['group_id', 'user_id', 'role'], bundled_by => 'group_id');
select journal.watch('group_nesting', array['parent_id', 'child_id']);

-- What was written before is in the journal with its author.
do $$
declare
  written_by constant text := 'select o.actor_id from journal.change c join journal.operation o on o.id = c.operation_id
    where c.table_name = %L and c.row_key = %s and c.kind in (''I'', ''U'') order by c.id desc limit 1';
  place text;
  key text;
begin
  for place, key in values ('membership', 't.group_id || ''/'' || t.user_id || ''/'' || t.role'),
                           ('group_nesting', 't.parent_id || ''/'' || t.child_id') loop
    execute format('create temp table written on commit drop as
      select t.ctid as place, (%s) as actor_id from %I t where t.source = ''manual''',
      format(written_by, place, key), place);
    delete from written where actor_id is null;
    if exists (select from written) then
      perform journal.begin('membership.authors-noted', 'migration');
      execute format('update %I t set given_by = w.actor_id from written w where t.ctid = w.place', place);
    end if;
    drop table written;
  end loop;
end $$;
