-- Temporary access and blocks per school, user deactivation, and personal-number changes (specification §3, §4).

-- Temporary access to a school, and blocks at one: one mechanism in two kinds. Both are carried out by the nightly
-- import; what stands here is the wish and how far it has come.
create table access_entry (
  id             bigint generated always as identity primary key,
  kind           text not null check (kind in ('temporary', 'block')),
  user_id        bigint not null references users on delete cascade,
  school_id      integer not null references school,
  role           text not null check (role in ('student', 'employee')),
  start_on       date not null,
  end_on         date not null,
  comment        text,
  ict_can_modify boolean not null default false,
  renew_on       date,
  immediate      boolean not null default false,
  status         text not null default 'planned' check (status in ('planned', 'active', 'ended', 'failed')),
  ends_next      boolean not null default false,
  effect         text check (effect in ('role', 'place')),
  failure        text,
  registered_by  text not null,
  added_at       timestamptz not null,
  executed_at    timestamptz,
  ended_at       timestamptz,
  version        integer not null default 1,
  check (end_on >= start_on)
);
comment on table access_entry is 'Temporary access to a school, or a block at one, from being ordered until it is over';
comment on column access_entry.start_on is 'First day it counts: carried out at the import the evening before';
comment on column access_entry.end_on is 'Last day it counts: taken away at the import on this day';
comment on column access_entry.ict_can_modify is 'School ICT may change or end it; otherwise only the school administrator and superadmins';
comment on column access_entry.renew_on is 'When somebody should look whether it is to go on';
comment on column access_entry.status is 'waitingImport and ending (specification §4) follow from this, the days and ends_next';
comment on column access_entry.ends_next is 'Somebody ended it: it is taken away at the next import';
comment on column access_entry.effect is 'What an active block took: the employee role of somebody who is also a pupil, or the place at the school';
comment on column access_entry.failure is 'Why it could not be carried out: user-left, already-here, no-role';
-- One at a time per person and school (specification §8).
create unique index access_entry_live on access_entry (kind, user_id, school_id) where status in ('planned', 'active');
create index access_entry_by_school on access_entry (school_id, kind, end_on);
create index access_entry_by_user on access_entry (user_id);
create index access_entry_due on access_entry (kind, status, start_on) where status in ('planned', 'active');

alter table school_user add column blocked boolean not null default false;
comment on column school_user.blocked is 'A block took the role here (specification §3): the person stays in sight of the school and may do nothing there';

-- Roles at a school rest while the employee role there is blocked, in sessions that are open too.
create function notify_blocked() returns trigger language plpgsql as $$
begin
  perform session_notice(array[new.user_id]);
  return null;
end $$;
create trigger school_user_blocked after update of blocked, role on school_user for each row
  when (old.blocked is distinct from new.blocked
        or (old.role is distinct from new.role and 'studentBlockedEmployee' in (old.role, new.role)))
  execute function notify_blocked();

-- Accounts closed for a period (specification §4 "user deactivation"): from the beginning of start_on until the
-- beginning of end_on. `users.deactivated` follows by the portal's clock.
create table deactivation (
  id            bigint generated always as identity primary key,
  user_id       bigint not null references users on delete cascade,
  group_id      bigint references groups on delete set null,
  start_on      date not null,
  end_on        date not null,
  comment       text,
  status        text not null default 'planned' check (status in ('planned', 'active', 'ended')),
  registered_by text not null,
  added_at      timestamptz not null,
  ended_at      timestamptz,
  check (end_on > start_on)
);
comment on table deactivation is 'A period in which an account is closed';
comment on column deactivation.group_id is 'The group through which the person was chosen; a person keeps the period when leaving the group';
comment on column deactivation.end_on is 'The day the account opens again';
create index deactivation_by_user on deactivation (user_id);
create index deactivation_by_group on deactivation (group_id) where group_id is not null;
create index deactivation_due on deactivation (status, start_on, end_on) where status <> 'ended';

-- Changes of a personal number, carried out by the nightly import (specification §4, §9).
create table number_change (
  id            bigint generated always as identity primary key,
  user_id       bigint not null references users on delete cascade,
  school_id     integer references school,
  old_cipher    bytea,
  old_masked    text,
  new_cipher    bytea not null,
  new_hash      bytea not null,
  new_masked    text not null,
  new_kind      text not null check (new_kind in ('fnr', 'dnr', 'hnr', 'tnr', 'duf', 'provisional')),
  comment       text,
  status        text not null default 'registered' check (status in ('registered', 'done', 'failed')),
  failure       text,
  registered_by text not null,
  added_at      timestamptz not null,
  executed_at   timestamptz
);
comment on table number_change is 'A personal number that is to become another, and those that have';
comment on column number_change.old_cipher is 'The number before, encrypted like the number itself; null when there was none';
comment on column number_change.failure is 'Why it was not carried out: number-in-use';
create unique index number_change_registered on number_change (user_id) where status = 'registered';
create index number_change_by_time on number_change (added_at);

-- Accounts that share a number, and a person has said that they are two people: not asked about again.
create table number_pair_settled (
  one_id     bigint not null references users on delete cascade,
  other_id   bigint not null references users on delete cascade,
  settled_by text not null,
  added_at   timestamptz not null,
  primary key (one_id, other_id),
  check (one_id < other_id)
);
comment on table number_pair_settled is 'Two accounts with the same number of which somebody decided that they are two people';

select journal.watch('access_entry', array['id'], ignored => array['version'], school_column => 'school_id');
select journal.watch('deactivation', array['id']);
select journal.watch('number_change', array['id'],
  secret => array['old_cipher', 'new_cipher', 'new_hash'], ignored => array['old_masked', 'new_masked'],
  school_column => 'school_id');
select journal.watch('number_pair_settled', array['one_id', 'other_id']);
-- Watched anew, so that the new column is seen.
select journal.watch('school_user', array['school_id', 'user_id'],
  ignored => array['sort_name', 'expires_on', 'shielded'], school_column => 'school_id');

-- Whose number somebody should look at: few of a million.
create index users_number_doubt on users (id)
  where national_number_hash is null or national_number_kind = 'provisional' or 'nationalNumber' = any (invalid_columns);
