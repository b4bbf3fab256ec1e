-- Schools, people and groups (specification §3). The rows of the school's own systems come through the import;
-- what a person edits in the portal is kept beside them. Every table here is watched by the journal.

create extension if not exists pg_trgm;

-- Norwegian order: æ, ø, å last, aa as å, digits by their number. A collation of our own, so that the order does
-- not follow the operating system's.
create collation norwegian (provider = icu, locale = 'nb-NO-u-kn-true');

create table school (
  id                  integer generated always as identity primary key,
  code                text not null unique check (code ~ '^[A-Za-z0-9_-]{1,20}$'),
  name                text not null,
  abbreviation        text not null default '',
  organization_number text,
  source              text not null default 'manual',
  source_id           text,
  name_sort           text collate norwegian generated always as (name) stored,
  created_at          timestamptz not null,
  closed_at           timestamptz,
  unique (source, source_id)
);
comment on column school.code is 'The school''s own code: addresses, tokens (current_school) and group names carry it';
comment on column school.source_id is 'The id of the source the school came from; null for a school made by hand';

create table users (
  id                     bigint generated always as identity primary key,
  user_name              text not null,
  first_name             text not null,
  last_name              text not null,
  title                  text,
  department             text,
  email                  text,
  mobile_phone           text,
  description            text,
  role                   text not null check (role in ('student', 'employee', 'studentBlockedEmployee')),
  primary_school_id      integer references school,
  gender                 smallint check (gender in (0, 1, 2)),
  birth_date             date,
  expires_on             date,
  deactivated            boolean not null default false,
  locked_until           timestamptz,
  must_change_password   boolean not null default false,
  tablet_count           integer not null default 0 check (tablet_count >= 0),
  shielded               boolean not null default false,
  last_login_at          timestamptz,
  source                 text not null default 'manual',
  owned_fields           text[] not null default '{}',
  national_number_cipher bytea,
  national_number_hash   bytea,
  national_number_masked text,
  national_number_kind   text check (national_number_kind in ('fnr', 'dnr', 'hnr', 'tnr', 'duf', 'provisional', 'unknown')),
  invalid_columns        text[] not null default '{}',
  version                integer not null default 1,
  created_at             timestamptz not null,
  sort_name              text collate norwegian not null
                         generated always as (last_name || ' ' || first_name) stored,
  search_text            text not null
                         generated always as (lower(first_name || ' ' || last_name || ' ' || user_name
                           || ' ' || coalesce(split_part(email, '@', 1), ''))) stored
);
comment on column users.gender is 'PIFU-IMS: 0 unknown, 1 female, 2 male (not ISO 5218); never derived from the number';
comment on column users.owned_fields is 'The editable fields that the source filled at its last import (email, mobilePhone, title, department, expiryDate): only the source changes them';
comment on column users.expires_on is 'The last day the account is open; past it the user is expired (inactive)';
comment on column users.national_number_masked is 'The six first digits and stars; the rest only in the cipher';
comment on column users.invalid_columns is 'Columns whose value is doubtful, for example a number with wrong check digits';
comment on column users.search_text is 'Without mail domains, which everybody shares and which would spoil the trigram index';

create unique index users_user_name on users (lower(user_name));
create unique index users_email on users (lower(email)) where email is not null;
create index users_national_number on users (national_number_hash) where national_number_hash is not null;
create index users_sort_name on users (sort_name, id);
create index users_search on users using gin (search_text gin_trgm_ops);
create index users_expires on users (expires_on) include (role) where expires_on is not null;
create index users_created on users (created_at);
create index users_primary_school on users (primary_school_id);

-- A user name is never used again, also not after its account is gone.
create table user_name_taken (
  user_name text primary key check (user_name = lower(user_name)),
  taken_at  timestamptz not null
);

-- The ids a person has in each source. `old` ids still find their person; `duplicate` is a hint for a human.
create table user_source (
  source    text not null,
  source_id text not null,
  user_id   bigint not null references users on delete cascade,
  kind      text not null default 'current' check (kind in ('current', 'old', 'duplicate')),
  primary key (source, source_id)
);
create index user_source_by_user on user_source (user_id);

-- A person at a school. The list of a school reads from here: the sort keys are copied from `users` so that a page
-- and its exact count are one range of one index, however many people the owner has.
create table school_user (
  school_id  integer not null references school,
  user_id    bigint not null references users on delete cascade,
  role       text not null check (role in ('student', 'employee', 'studentBlockedEmployee')),
  class_name text,
  grade      text,
  is_primary boolean not null default false,
  source     text not null default 'manual',
  start_on   date,
  end_on     date,
  added_at   timestamptz not null,
  sort_name  text collate norwegian not null default '',
  expires_on date,
  shielded   boolean not null default false,
  primary key (school_id, user_id)
);
comment on column school_user.sort_name is 'Copied from users by trigger, as are expires_on and shielded';
create index school_user_page on school_user (school_id, sort_name, user_id) include (role, expires_on, shielded);
create index school_user_by_user on school_user (user_id);

create function copy_sort_keys() returns trigger language plpgsql as $$
begin
  select u.sort_name, u.expires_on, u.shielded into new.sort_name, new.expires_on, new.shielded
    from users u where u.id = new.user_id;
  return new;
end $$;

create trigger school_user_sort_keys before insert or update of user_id on school_user
  for each row execute function copy_sort_keys();

create function push_sort_keys() returns trigger language plpgsql as $$
begin
  update school_user s
     set sort_name = n.sort_name, expires_on = n.expires_on, shielded = n.shielded
    from new_rows n
   where s.user_id = n.id
     and (s.sort_name, s.expires_on, s.shielded) is distinct from (n.sort_name, n.expires_on, n.shielded);
  return null;
end $$;

create trigger users_push_sort_keys after update on users
  referencing new table as new_rows for each statement execute function push_sort_keys();

-- How many users there are in all, per role: the exact total of the owner's own list without counting a million rows.
create table user_total (
  role  text primary key,
  users bigint not null
);
insert into user_total values ('student', 0), ('employee', 0), ('studentBlockedEmployee', 0);

create function count_users() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update user_total t set users = t.users + n.users
      from (select role, count(*) as users from new_rows group by role) n where n.role = t.role;
  elsif tg_op = 'DELETE' then
    update user_total t set users = t.users - n.users
      from (select role, count(*) as users from old_rows group by role) n where n.role = t.role;
  else
    update user_total t set users = t.users + n.users
      from (select role, sum(d) as users
              from (select role, 1 as d from new_rows union all select role, -1 from old_rows) x
             group by role having sum(d) <> 0) n where n.role = t.role;
  end if;
  return null;
end $$;

create trigger users_count_insert after insert on users
  referencing new table as new_rows for each statement execute function count_users();
create trigger users_count_update after update on users
  referencing old table as old_rows new table as new_rows for each statement execute function count_users();
create trigger users_count_delete after delete on users
  referencing old table as old_rows for each statement execute function count_users();

-- Next of kin with parental responsibility (PIFU contact type "guardian"). They have no account.
create table guardian (
  id           bigint generated always as identity primary key,
  source       text not null,
  source_id    text not null,
  name         text not null,
  mobile_phone text,
  email        text,
  unique (source, source_id)
);

create table user_guardian (
  user_id     bigint not null references users on delete cascade,
  guardian_id bigint not null references guardian on delete cascade,
  relation    text not null default 'guardian' check (relation in ('guardian', 'nextOfKin')),
  primary key (user_id, guardian_id)
);
create index user_guardian_by_guardian on user_guardian (guardian_id);

-- Groups of every type (glossary §1). `other` types come with the file and are kept, but no screen shows them.
create table groups (
  id                       bigint generated always as identity primary key,
  school_id                integer references school,
  name                     text not null check (length(name) <= 64),
  display_name             text not null,
  type                     text not null check (type in ('access', 'basis', 'class', 'eg', 'instruction', 'tutor',
                             'section', 'uda', 'department', 'grade', 'subject', 'predefined', 'nested', 'global', 'other')),
  source_type              text,
  description              text,
  email                    text,
  visible_in_address_lists boolean not null default true,
  chat_status              text not null default 'default' check (chat_status in ('default', 'restricted', 'blocked')),
  print_period_type        text not null default 'none' check (print_period_type in ('none', 'daily', 'weekly', 'monthly')),
  team_status              text not null default 'none' check (team_status in ('none', 'creating', 'created', 'archiving',
                             'archived', 'createFailed', 'archiveFailed')),
  delete_prevention        boolean not null default false,
  subject_code             text,
  grade                    text,
  school_year              text,
  start_on                 date,
  end_on                   date,
  expires_on               date,
  archived_at              timestamptz,
  source                   text not null default 'manual',
  source_id                text,
  invalid_columns          text[] not null default '{}',
  version                  integer not null default 1,
  created_at               timestamptz not null,
  name_sort                text collate norwegian not null generated always as (display_name) stored,
  search_text              text not null generated always as (lower(display_name || ' ' || name || ' '
                             || coalesce(description, ''))) stored,
  unique (source, source_id)
);
comment on column groups.name is 'Unique in the directory: the school''s abbreviation and the display name, 57 + 7 = 64 characters at most';
comment on column groups.source_type is 'The type as the source says it, where it is not one of ours (PIFU group types 5, 6, 8-16)';
create unique index groups_name on groups (lower(name));
create index groups_page on groups (school_id, name_sort, id) include (type, archived_at);
create index groups_sort on groups (name_sort, id) include (type, archived_at);
create index groups_search on groups using gin (search_text gin_trgm_ops);

create table group_source (
  source    text not null,
  source_id text not null,
  group_id  bigint not null references groups on delete cascade,
  kind      text not null default 'current' check (kind in ('current', 'old', 'duplicate')),
  primary key (source, source_id)
);
create index group_source_by_group on group_source (group_id);

create table membership (
  group_id bigint not null references groups on delete cascade,
  user_id  bigint not null references users on delete cascade,
  role     text not null check (role in ('student', 'teacher', 'contactTeacher', 'leader', 'administrator', 'assistant', 'other')),
  subrole  text,
  start_on date,
  end_on   date,
  source   text not null default 'manual',
  added_at timestamptz not null,
  primary key (group_id, user_id, role)
);
comment on column membership.start_on is 'First day of the membership; null = from the beginning. A membership counts on the days start_on..end_on';
create index membership_by_user on membership (user_id, group_id) include (role, start_on, end_on);

-- Groups within groups.
create table group_nesting (
  parent_id bigint not null references groups on delete cascade,
  child_id  bigint not null references groups on delete cascade,
  source    text not null default 'manual',
  added_at  timestamptz not null,
  primary key (parent_id, child_id),
  check (parent_id <> child_id)
);
create index group_nesting_by_child on group_nesting (child_id);

-- Who holds which role, at a school or (school_id null) for the whole owner (specification §6).
create table role_grant (
  id         bigint generated always as identity primary key,
  user_id    bigint not null references users on delete cascade,
  role       text not null check (role in ('teacher', 'groupAdministrator', 'licenceAdministrator', 'schoolIct',
               'schoolAdministrator', 'centralAdmin', 'superadmin')),
  school_id  integer references school,
  ordered_by text,
  valid_to   date,
  added_at   timestamptz not null,
  check ((school_id is null) = (role in ('centralAdmin', 'superadmin'))),
  unique nulls not distinct (user_id, role, school_id)
);
create index role_grant_by_school on role_grant (school_id, role);

create table site_setting (
  key   text primary key,
  value jsonb not null
);

create table user_setting (
  user_id bigint not null references users on delete cascade,
  key     text not null,
  value   jsonb not null,
  primary key (user_id, key)
);

create table saved_view (
  id         bigint generated always as identity primary key,
  user_id    bigint not null references users on delete cascade,
  list       text not null,
  name       text not null,
  state      jsonb not null,
  created_at timestamptz not null,
  unique (user_id, list, name)
);

-- How far the demo's clock is from the real one. One row.
create table demo_clock (
  id        boolean primary key default true check (id),
  offset_ms bigint not null default 0
);
insert into demo_clock default values;

select journal.watch('school', array['id'], school_column => 'id');
select journal.watch('users', array['id'],
  secret => array['national_number_cipher', 'national_number_hash'],
  ignored => array['sort_name', 'search_text', 'last_login_at', 'version', 'national_number_masked'],
  school_column => 'primary_school_id');
select journal.watch('user_source', array['source', 'source_id']);
select journal.watch('school_user', array['school_id', 'user_id'],
  ignored => array['sort_name', 'expires_on', 'shielded'], school_column => 'school_id');
select journal.watch('guardian', array['id']);
select journal.watch('user_guardian', array['user_id', 'guardian_id']);
select journal.watch('groups', array['id'],
  ignored => array['name_sort', 'search_text', 'version'], school_column => 'school_id');
select journal.watch('group_source', array['source', 'source_id']);
select journal.watch('membership', array['group_id', 'user_id', 'role']);
select journal.watch('group_nesting', array['parent_id', 'child_id']);
select journal.watch('role_grant', array['id'], school_column => 'school_id');
select journal.watch('site_setting', array['key']);
select journal.watch('user_setting', array['user_id', 'key']);
select journal.watch('saved_view', array['id']);
select journal.watch('demo_clock', array['id']);
