-- What somebody changed in the directory stays as it is until a superadmin decides, unless the portal itself changed that
-- very field since (decision 0014). For that the portal remembers what it brought last.

alter table directory.object
  add column brought jsonb,
  add column missing_since timestamptz;
comment on column directory.object.brought is
  'The value of each field that the directory was brought to last; "member": true once a group has its members. A field that is not here is still to be brought. Null: nothing is known, everything is brought';
comment on column directory.object.missing_since is
  'Since when the object is no longer in the directory although the portal wants it there: no group wants it as a member meanwhile';

-- Members whose membership the portal changed, and the directory does not have yet. Only added to and deleted, like marks:
-- no writer waits for another.
create table directory.member_due (
  number bigint generated always as identity primary key,
  kind   text not null check (kind in ('group', 'exam')),
  key    bigint not null,
  member uuid not null
);
comment on column directory.member_due.member is 'The member''s object in the directory; one without an object follows when it has one';
create index member_due_of on directory.member_due (kind, key);

-- Differences that were found before this version and wait for a decision must not be overwritten by the first change.
update directory.object o
   set brought = d.fields
  from (select kind, key,
               jsonb_object_agg(field, case when field in ('enabled', 'hidden', 'mustChange') then to_jsonb(wanted::boolean)
                                            else to_jsonb(wanted) end) filter (where field not in ('object', 'member')) as fields
          from directory.drift group by kind, key) d
 where o.kind = d.kind and o.key = d.key and o.gone_at is null and d.fields is not null;
update directory.object o
   set brought = coalesce(o.brought, '{}'), missing_since = d.found_at
  from directory.drift d
 where d.kind = o.kind and d.key = o.key and d.field = 'object' and o.gone_at is null;
-- A sweep remembers the rest of what is there.
update directory.state set sweep_asked_at = coalesce(sweep_asked_at, now()) where kind <> 'none';

-- The marks of memberships also say which members changed, of groups that have had their members. Objects are looked up by
-- their keys, one by one: a trigger's plan is made once, and one made for many rows would read all objects for a single one.
create function directory.has_had_members(of_kind text, of_key bigint) returns boolean language sql stable as $$
  select coalesce((select o.brought ? 'member' from directory.object o where o.kind = of_kind and o.key = of_key), false)
$$;
create function directory.object_of(of_kind text, of_key bigint) returns uuid language sql stable as $$
  select o.object_id from directory.object o where o.kind = of_kind and o.key = of_key
$$;

create or replace function directory.mark_memberships() returns trigger language plpgsql as $$
begin
  if tg_op in ('UPDATE', 'DELETE') then
    insert into directory.mark select distinct 'group', group_id, false from old_rows;
  end if;
  if tg_op in ('UPDATE', 'INSERT') then
    insert into directory.mark select distinct 'group', group_id, false from new_rows;
  end if;
  if not exists (select from directory.object where kind = 'group') then return null; end if;
  if tg_op = 'INSERT' then
    insert into directory.member_due (kind, key, member)
      select distinct 'group', c.group_id, directory.object_of('user', c.user_id)
        from new_rows c
        join (select group_id from (select distinct group_id from new_rows) g
               where directory.has_had_members('group', group_id)) k on k.group_id = c.group_id
       where directory.object_of('user', c.user_id) is not null;
  elsif tg_op = 'DELETE' then
    insert into directory.member_due (kind, key, member)
      select distinct 'group', c.group_id, directory.object_of('user', c.user_id)
        from old_rows c
        join (select group_id from (select distinct group_id from old_rows) g
               where directory.has_had_members('group', group_id)) k on k.group_id = c.group_id
       where directory.object_of('user', c.user_id) is not null;
  else
    -- The role within a group is nothing the directory keeps.
    insert into directory.member_due (kind, key, member)
      select distinct 'group', c.group_id, directory.object_of('user', c.user_id)
        from (select group_id, user_id, start_on, end_on from old_rows
              except select group_id, user_id, start_on, end_on from new_rows
              union (select group_id, user_id, start_on, end_on from new_rows
                     except select group_id, user_id, start_on, end_on from old_rows)) c
       where directory.has_had_members('group', c.group_id) and directory.object_of('user', c.user_id) is not null;
  end if;
  return null;
end $$;

create or replace function directory.mark_nestings() returns trigger language plpgsql as $$
begin
  if tg_op in ('UPDATE', 'DELETE') then
    insert into directory.mark select distinct 'group', parent_id, false from old_rows;
    insert into directory.member_due (kind, key, member)
      select 'group', parent_id, directory.object_of('group', child_id) from old_rows
       where directory.has_had_members('group', parent_id) and directory.object_of('group', child_id) is not null;
  end if;
  if tg_op in ('UPDATE', 'INSERT') then
    insert into directory.mark select distinct 'group', parent_id, false from new_rows;
    insert into directory.member_due (kind, key, member)
      select 'group', parent_id, directory.object_of('group', child_id) from new_rows
       where directory.has_had_members('group', parent_id) and directory.object_of('group', child_id) is not null;
  end if;
  return null;
end $$;

create or replace function directory.mark_groups_of_candidates() returns trigger language plpgsql as $$
begin
  insert into directory.mark select distinct 'exam', exam_group_id::bigint, false from old_rows;
  insert into directory.member_due (kind, key, member)
    select 'exam', exam_group_id::bigint, directory.object_of('candidate', id) from old_rows
     where directory.has_had_members('exam', exam_group_id::bigint) and directory.object_of('candidate', id) is not null;
  return null;
end $$;
