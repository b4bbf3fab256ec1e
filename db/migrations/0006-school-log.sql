-- Which operations concern a school: those of the school, and those that changed a row of it. The change log of a
-- school is one range of this index, however many operations there are in all; finding them among the changes took
-- 300 ms with 200,000 operations. It is an index and no evidence: it may be emptied and made anew from the journal.

create table journal.reach (
  school_id    integer not null,
  operation_id bigint not null references journal.operation on delete cascade,
  primary key (school_id, operation_id)
);
comment on table journal.reach is 'Which operations concern a school; made by triggers, follows from operation and change';
comment on column journal.reach.school_id is 'The school';
comment on column journal.reach.operation_id is 'An operation of the school, or one that changed a row of it';
create index reach_by_operation on journal.reach (operation_id);
comment on index journal.reach_by_operation is 'Removes what goes with a pruned operation';

create function journal.reach_of_operation() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into journal.reach values (new.school_id, new.id) on conflict do nothing;
  return null;
end $$;
comment on function journal.reach_of_operation is 'An operation concerns the school it is carried out at';
create trigger operation_reach after insert on journal.operation for each row
  when (new.school_id is not null) execute function journal.reach_of_operation();

create function journal.reach_of_changes() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into journal.reach
    select distinct school_id, operation_id from new_rows where school_id is not null on conflict do nothing;
  -- A membership has no school of its own: it is the group's.
  if exists (select from new_rows where school_id is null and table_name in ('membership', 'group_nesting')) then
    insert into journal.reach
      select distinct g.school_id, n.operation_id
        from new_rows n join public.groups g on g.id = split_part(n.row_key, '/', 1)::bigint
       where n.school_id is null and n.table_name in ('membership', 'group_nesting') and g.school_id is not null
      on conflict do nothing;
  end if;
  return null;
end $$;
comment on function journal.reach_of_changes is 'An operation concerns every school it changed a row of';
create trigger change_reach after insert on journal.change referencing new table as new_rows
  for each statement execute function journal.reach_of_changes();

insert into journal.reach
  select school_id, id from journal.operation where school_id is not null
  union
  select school_id, operation_id from journal.change where school_id is not null;

-- The few people whose address is protected, whom most readers' logs leave out.
create index users_shielded on users (id) where shielded;
