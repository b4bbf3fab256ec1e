-- An exam group is a group in the directory too, with its candidates as members, so that a printer or a folder can be
-- given to all of them: made when the exam is, gone with the candidates' accounts.

alter table directory.due drop constraint due_kind_check,
  add check (kind in ('school', 'user', 'candidate', 'exam', 'group'));
alter table directory.object drop constraint object_kind_check,
  add check (kind in ('school', 'user', 'candidate', 'exam', 'group'));
alter table directory.drift drop constraint drift_kind_check,
  add check (kind in ('school', 'user', 'candidate', 'exam', 'group'));
alter table directory_exception drop constraint directory_exception_object_kind_check,
  add check (object_kind in ('school', 'user', 'candidate', 'exam', 'group'));

create function directory.mark_exam_groups() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into directory.mark select 'exam', id, false from new_rows;
  elsif tg_op = 'DELETE' then
    insert into directory.mark select 'exam', id, true from old_rows;
  else
    insert into directory.mark
      select 'exam', n.id, false from new_rows n join old_rows o on o.id = n.id
       where (o.name, o.description, o.exam_on, o.school_id) is distinct from (n.name, n.description, n.exam_on, n.school_id);
  end if;
  return null;
end $$;
create trigger directory_group_insert after insert on exam_group referencing new table as new_rows
  for each statement execute function directory.mark_exam_groups();
create trigger directory_group_update after update on exam_group referencing old table as old_rows new table as new_rows
  for each statement execute function directory.mark_exam_groups();
create trigger directory_group_delete after delete on exam_group referencing old table as old_rows
  for each statement execute function directory.mark_exam_groups();

create function directory.mark_groups_of_candidates() returns trigger language plpgsql as $$
begin
  insert into directory.mark select distinct 'exam', exam_group_id::bigint, false from old_rows;
  return null;
end $$;
create trigger directory_group_delete after delete on exam_candidate referencing old table as old_rows
  for each statement execute function directory.mark_groups_of_candidates();

-- Those who were here before.
insert into directory.mark select 'exam', id, false from exam_group;
