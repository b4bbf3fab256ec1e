-- A block takes the school's access away in the directory too: the groups of the school, or the account of somebody with no
-- other place (specification §4, decision 0014). Blocks are few: the index and the triggers cost imports nothing.

create index school_user_blocked_places on school_user (user_id, school_id) where blocked or role = 'studentBlockedEmployee';

create function directory.mark_blocks() returns trigger language plpgsql as $$
begin
  insert into directory.mark values ('user', new.user_id, true);
  insert into directory.member_due (kind, key, member)
    select distinct 'group', m.group_id, directory.object_of('user', m.user_id)
      from membership m join groups g on g.id = m.group_id
     where m.user_id = new.user_id and g.school_id = new.school_id
       and directory.has_had_members('group', m.group_id) and directory.object_of('user', m.user_id) is not null;
  insert into directory.mark
    select distinct 'group', m.group_id, true from membership m join groups g on g.id = m.group_id
     where m.user_id = new.user_id and g.school_id = new.school_id;
  return null;
end $$;
create trigger directory_blocked after update of blocked, role on school_user for each row
  when (old.blocked is distinct from new.blocked
        or (old.role is distinct from new.role and 'studentBlockedEmployee' in (old.role, new.role)))
  execute function directory.mark_blocks();

-- Whether a blocked place is the only one changes with the others.
create function directory.mark_places() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into directory.mark select distinct 'user', user_id, false from old_rows where blocked;
  end if;
  if not exists (select from school_user where blocked) then return null; end if;
  if tg_op = 'DELETE' then
    insert into directory.mark
      select distinct 'user', o.user_id, false from old_rows o
       where exists (select from school_user b where b.user_id = o.user_id and b.blocked);
  else
    insert into directory.mark
      select distinct 'user', n.user_id, false from new_rows n
       where exists (select from school_user b where b.user_id = n.user_id and b.blocked);
  end if;
  return null;
end $$;
create trigger directory_insert after insert on school_user referencing new table as new_rows
  for each statement execute function directory.mark_places();
create trigger directory_delete after delete on school_user referencing old table as old_rows
  for each statement execute function directory.mark_places();
-- Imports write many places at a time with foreign keys checked afterwards: these triggers fire then, too.
alter table school_user enable always trigger directory_insert, enable always trigger directory_delete;

-- Blocks that are in force now.
insert into directory.mark
  select 'user', user_id, true from school_user where blocked or role = 'studentBlockedEmployee'
  union
  select 'group', m.group_id, true
    from school_user p join membership m on m.user_id = p.user_id join groups g on g.id = m.group_id and g.school_id = p.school_id
   where p.blocked or p.role = 'studentBlockedEmployee';
insert into directory.member_due (kind, key, member)
  select distinct 'group', m.group_id, directory.object_of('user', m.user_id)
    from school_user p join membership m on m.user_id = p.user_id join groups g on g.id = m.group_id and g.school_id = p.school_id
   where (p.blocked or p.role = 'studentBlockedEmployee') and directory.has_had_members('group', m.group_id)
     and directory.object_of('user', m.user_id) is not null;
