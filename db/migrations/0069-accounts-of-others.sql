-- Accounts that are in the directory and not the portal's, as the last sweep found them. A superadmin can take them over.
create table directory.stranger (
  number       bigint generated always as identity unique,
  object_id    uuid primary key,
  name         text not null,
  display_name text,
  first_name   text,
  last_name    text,
  email        text,
  place        text,
  enabled      boolean not null,
  last_login   timestamptz,
  obstacle     text check (obstacle in ('administrator', 'outside')),
  candidates   bigint[] not null default '{}',
  found_at     timestamptz not null,
  seen_at      timestamptz not null
);
comment on table directory.stranger is 'Accounts in the directory that are not the portal''s';
comment on column directory.stranger.place is 'school/branch, or the DN of a unit that is not one of the portal''s';
comment on column directory.stranger.obstacle is 'Why the portal never takes it over: it administers the directory, or lies outside the portal''s part of it';
comment on column directory.stranger.candidates is 'People who have its user name, its e-mail address or its first and last name';
comment on column directory.stranger.found_at is 'By the portal''s clock';
comment on column directory.stranger.seen_at is 'By the database''s clock; what a sweep did not see again is removed';

-- Which accounts were taken over, by whom: watched, so that the journal has it.
create table directory_takeover (
  object_id uuid primary key,
  user_id   bigint not null,
  user_name text not null,
  former    text not null,
  taken_over_at timestamptz not null,
  taken_over_by text not null
);
comment on table directory_takeover is 'Accounts of the directory that somebody gave to a person of the portal';
comment on column directory_takeover.user_id is 'The person, who may be gone since';
comment on column directory_takeover.former is 'What the account was called before';
select journal.watch('directory_takeover', array['object_id']);

-- Why a deleted account was made again although the recycle bin had it.
alter table directory.object
  add column restore_error text,
  add column restore_error_text text;
comment on column directory.object.restore_error is 'The directory had the deleted account in its recycle bin and refused to restore it, a code of the directory port; null once it has a password';
comment on column directory.object.restore_error_text is 'What the directory itself said';
