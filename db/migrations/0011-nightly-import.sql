-- The nightly import, whole (specification §4, §9): where files come from and when, which part of a plan was held and
-- what people decided about it, whom a person has to recognise, and how each night went.
--
-- Watched by the journal is what people decide: sources and decisions. What runs find out is theirs, kept like their
-- plans and problems, and may be found out again.

create table data_source (
  id           integer generated always as identity primary key,
  name         text not null,
  kind         text not null check (kind in ('pifu', 'oneroster', 'csv')),
  school_id    integer references school on delete cascade,
  folder       text not null,
  run_at       text not null check (run_at ~ '^(1[6-9]|2[01]):[0-5]\d$'),
  place        integer not null,
  enabled      boolean not null default true,
  thresholds   jsonb not null default '{}',
  precedence   jsonb not null default '{}',
  version      integer not null default 1,
  created_at   timestamptz not null
);
create unique index data_source_name on data_source (lower(name));
comment on table data_source is 'A system that leaves files for the import: of the whole owner, or of one school';
comment on column data_source.folder is 'Below the import folder of the installation; never a path of its own';
comment on column data_source.run_at is 'Time of day in Oslo, within the import window of 16:00 to 22:00';
comment on column data_source.place is 'Sources run in this order, and of two that say different things the first is believed';
comment on column data_source.thresholds is 'By kind (new, changed, left, memberships): share, atLeast, atMost; what is left out follows the site''s setting';
comment on column data_source.precedence is 'By field: its place for that field alone, where it differs from the source''s own';

-- What became of a source last: plumbing of the nightly beat, written every night.
create table data_source_state (
  source_id  integer primary key references data_source on delete cascade,
  feed       text,
  last_night date,
  looked_at  timestamptz,
  outcome    text check (outcome in ('completed', 'failed', 'no-file', 'no-folder')),
  run_id     bigint
);
comment on column data_source_state.feed is 'What the system calls itself in its files';
comment on column data_source_state.last_night is 'The night it was last run for';

create table night_run (
  day         date primary key,
  started_at  timestamptz not null,
  finished_at timestamptz,
  steps       jsonb not null default '[]'
);
comment on table night_run is 'What the portal did by itself each night before the files: every step with its count or its failure';

alter table import_run
  add column data_source_id integer references data_source on delete set null,
  add column as_of date,
  add column report jsonb;
comment on column import_run.as_of is 'A rehearsal for another day than today: next year''s file before the summer';
comment on column import_run.report is 'Of a rehearsal: name collisions, people losing access, classes without contact teacher';
alter table import_run drop constraint import_run_started_via_check;
alter table import_run add constraint import_run_started_via_check
  check (started_via in ('upload', 'folder', 'command', 'demo', 'night', 'source'));

alter table import_plan
  add column user_id bigint,
  add column class_name text,
  add column changes jsonb,
  add column held_as text check (held_as in ('new', 'changed', 'left'));
comment on column import_plan.changes is 'By field: before and after; numbers masked';
comment on column import_plan.held_as is 'What would have become of a row that is held';

create table import_slice (
  run_id    bigint not null references import_run on delete cascade,
  number    integer not null,
  school_id integer,
  kind      text not null check (kind in ('new', 'changed', 'left', 'memberships')),
  rows      bigint not null,
  people    bigint not null,
  verdict   text not null check (verdict in ('within', 'held', 'accepted', 'rejected', 'postponed')),
  primary key (run_id, number),
  unique nulls not distinct (run_id, school_id, kind)
);
comment on table import_slice is 'A plan by school and kind: so many rows of so many there were, and whether that could be believed';

create table import_decision (
  id         bigint generated always as identity primary key,
  feed       text not null,
  school_id  integer references school on delete cascade,
  kind       text not null check (kind in ('new', 'changed', 'left', 'memberships')),
  decision   text not null check (decision in ('accepted', 'rejected', 'postponed')),
  rows       bigint not null,
  until      date,
  reason     text not null,
  decided_by text not null,
  decided_at timestamptz not null,
  run_id     bigint not null,
  unique nulls not distinct (feed, school_id, kind),
  check ((until is not null) = (decision = 'postponed'))
);
comment on table import_decision is 'What somebody decided about a slice that was held; gone when a run has used it or no longer needs it';
comment on column import_decision.rows is 'An acceptance lets so many through: a later file with more asks again';

create table identity_case (
  id            bigint generated always as identity primary key,
  kind          text not null check (kind in ('same-number', 'two-claim', 'changed-number', 'shared-number')),
  feed          text not null,
  source        text not null,
  source_id     text not null,
  name          text not null,
  user_id       bigint not null references users on delete cascade,
  school_id     integer,
  old_masked    text,
  new_masked    text,
  new_hash      bytea,
  found_at      timestamptz not null,
  run_id        bigint not null,
  unique (kind, source, source_id, user_id)
);
comment on table identity_case is 'A record of a file that may be somebody the portal knows: a person has to say';
comment on column identity_case.source_id is 'The record''s own id in the source';
create index identity_case_by_user on identity_case (user_id);

create table identity_decision (
  kind        text not null,
  source      text not null,
  source_id   text not null,
  user_id     bigint not null references users on delete cascade,
  is_same     boolean not null,
  number_hash bytea,
  reason      text not null default '',
  decided_by  text not null,
  decided_at  timestamptz not null,
  primary key (kind, source, source_id, user_id)
);
comment on table identity_decision is 'What somebody decided: the record is this person, or is not; for a changed number, that the new one is right or is not';
create index identity_decision_by_user on identity_decision (user_id);

-- Which source filled a field, where it is not the one the account came from.
create table user_field_source (
  user_id bigint not null references users on delete cascade,
  field   text not null,
  feed    text not null,
  primary key (user_id, field)
);

select journal.watch('data_source', array['id'], ignored => array['version'], school_column => 'school_id');
select journal.watch('import_decision', array['id'], school_column => 'school_id');
select journal.watch('identity_decision', array['kind', 'source', 'source_id', 'user_id'], secret => array['number_hash']);
select journal.watch('user_field_source', array['user_id', 'field']);
