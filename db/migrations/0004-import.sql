-- The user import (specification §4, §9): runs, what they could not take, what they planned, and what the import
-- itself wrote last. None of this is journalled: the people and groups a run changes are, under the run's operation.

create table import_run (
  id            bigint generated always as identity primary key,
  feed          text,
  file_name     text not null,
  started_via   text not null check (started_via in ('upload', 'folder', 'command', 'demo')),
  dry_run       boolean not null,
  status        text not null default 'running' check (status in ('running', 'completed', 'failed', 'interrupted')),
  phase         text not null default 'reading' check (phase in ('reading', 'comparing', 'applying', 'done')),
  started_by    text not null,
  started_by_id bigint,
  started_at    timestamptz not null,
  finished_at   timestamptz,
  duration_ms   bigint,
  extracted_at  text,
  bytes_total   bigint,
  bytes_read    bigint not null default 0,
  people        bigint not null default 0,
  groups        bigint not null default 0,
  memberships   bigint not null default 0,
  rejected      bigint not null default 0,
  flagged       bigint not null default 0,
  counts        jsonb not null default '{}',
  held          jsonb not null default '[]',
  failure       jsonb,
  operation_id  bigint
);
comment on table import_run is 'One attempt to import one file, kept whatever became of it';
comment on column import_run.feed is 'The system the file is an extract of, as the file says; empty until that is read';
comment on column import_run.duration_ms is 'Real time, whatever the portal''s clock says';
comment on column import_run.extracted_at is 'When the source made the file, as the source writes it';
comment on column import_run.counts is 'Rows by subject and outcome, e.g. {"person": {"new": 12, "unchanged": 4000}}';
comment on column import_run.held is 'Schools whose leavers were held back, each with how many of how many would have left';
comment on column import_run.failure is 'Why nothing was applied: code, line, column, found';
comment on column import_run.operation_id is 'The operation in the journal, with every change; empty for a rehearsal';
create index import_run_started on import_run (started_at desc, id desc);

create table import_problem (
  run_id    bigint not null references import_run on delete cascade,
  number    integer not null,
  severity  text not null check (severity in ('rejected', 'flagged')),
  code      text not null,
  line      integer not null,
  source    text,
  source_id text,
  found     text not null,
  primary key (run_id, number)
);
comment on table import_problem is 'Records, or single columns of them, that a run could not take as they stood';
comment on column import_problem.severity is 'rejected: the record was not used; flagged: used, with invalid_columns or without the column';

create table import_plan (
  run_id    bigint not null references import_run on delete cascade,
  number    integer not null,
  subject   text not null check (subject in ('school', 'person', 'group')),
  outcome   text not null check (outcome in ('new', 'changed', 'renamed', 'returned', 'left', 'held', 'conflict')),
  school_id integer,
  key       text not null,
  name      text not null,
  reason    text not null default '',
  primary key (run_id, number)
);
comment on table import_plan is 'What a run meant to do with whom, at most 10,000 rows of a kind; the counts of the run are exact';
comment on column import_plan.key is 'The user name, group name or school code; the source''s id for what is not there yet';

-- Who was not in the last file of their source. Their account expires after the days of grace; if they return before or
-- after that, they have the same account again.
create table import_person (
  user_id        bigint primary key references users on delete cascade,
  absent_since   date not null,
  expires_before date
);
comment on column import_person.absent_since is 'Day of the first run that did not find the person';
comment on column import_person.expires_before is 'The expiry the account had before that, to be given back';

create table import_group (
  group_id     bigint primary key references groups on delete cascade,
  absent_since date not null
);

-- A run asks for all people and groups of one source.
create index users_source on users (source);
create index groups_source on groups (source);
