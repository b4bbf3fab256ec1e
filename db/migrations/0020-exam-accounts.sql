-- Candidates of exams have accounts in the directory: made when the exam group is, open on the exam's day alone, gone
-- with their passwords (specification §2 "Exam groups", §3; domain.md §5 "Retention").

-- What was seen of a candidate's account: nobody's wish, so it is not journalled.
create table exam_sign_in (
  candidate_id  bigint primary key references exam_candidate on delete cascade,
  last_login_at timestamptz not null,
  machine       text
);
comment on table exam_sign_in is 'When a candidate''s account was used last, and where, as the directory and the enforcement points say; plumbing, not watched';
comment on column exam_sign_in.machine is 'The machine''s name or address; the directory does not say it, an enforcement point does';
insert into exam_sign_in (candidate_id, last_login_at, machine)
  select id, last_login_at, machine from exam_candidate where last_login_at is not null;
alter table exam_candidate drop column last_login_at, drop column machine;
select journal.watch('exam_candidate', array['id'], secret => array['password_cipher']);

-- Large groups are filled in the background.
alter table exam_group add column candidates_wanted integer check (candidates_wanted between 1 and 9999);
comment on column exam_group.candidates_wanted is 'How many there are to be while they are being made; null = they are all there';
select journal.watch('exam_group', array['id'], ignored => array['version'], school_column => 'school_id');

-- The directory ---------------------------------------------------------------------------------------------------

alter table directory.due drop constraint due_kind_check,
  add check (kind in ('school', 'user', 'candidate', 'group'));
alter table directory.object drop constraint object_kind_check,
  add check (kind in ('school', 'user', 'candidate', 'group'));
alter table directory.drift drop constraint drift_kind_check,
  add check (kind in ('school', 'user', 'candidate', 'group'));
alter table directory_exception drop constraint directory_exception_object_kind_check,
  add check (object_kind in ('school', 'user', 'candidate', 'group'));

alter table directory.object add column password_at timestamptz;
comment on column directory.object.password_at is 'When the password the directory has was set here, of accounts whose password the portal keeps';

alter table directory.state add column sign_ins_at timestamptz;
comment on column directory.state.sign_ins_at is 'When a node last asked which candidates have signed in';

create function directory.mark_candidates() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into directory.mark select 'candidate', id, false from new_rows;
  elsif tg_op = 'DELETE' then
    insert into directory.mark select 'candidate', id, true from old_rows;
  else
    insert into directory.mark
      select 'candidate', n.id, true from new_rows n join old_rows o on o.id = n.id
       where (o.user_name, o.number, o.password_set_at) is distinct from (n.user_name, n.number, n.password_set_at);
  end if;
  return null;
end $$;

create function directory.mark_exams() returns trigger language plpgsql as $$
begin
  insert into directory.mark
    select 'candidate', c.id, (o.exam_on, o.ended_at) is distinct from (n.exam_on, n.ended_at)
      from new_rows n join old_rows o on o.id = n.id join exam_candidate c on c.exam_group_id = n.id
     where (o.exam_on, o.ended_at, o.description, o.school_id, o.home_path_win, o.home_path_mac, o.common_path_win, o.common_path_mac)
       is distinct from
           (n.exam_on, n.ended_at, n.description, n.school_id, n.home_path_win, n.home_path_mac, n.common_path_win, n.common_path_mac);
  return null;
end $$;

create trigger directory_insert after insert on exam_candidate referencing new table as new_rows
  for each statement execute function directory.mark_candidates();
create trigger directory_update after update on exam_candidate referencing old table as old_rows new table as new_rows
  for each statement execute function directory.mark_candidates();
create trigger directory_delete after delete on exam_candidate referencing old table as old_rows
  for each statement execute function directory.mark_candidates();
create trigger directory_update after update on exam_group referencing old table as old_rows new table as new_rows
  for each statement execute function directory.mark_exams();

-- Those who were here before.
insert into directory.mark select 'candidate', id, false from exam_candidate;

-- The simulated directory knows who has signed in, as a real one does.
alter table simulated_directory.object add column last_login_at timestamptz;
