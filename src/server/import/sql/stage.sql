-- The file as rows. Temporary tables belong to the run's own connection: they write no log, nobody else sees them,
-- and they are gone with the connection, however it ends.
-- A connection that has had temporary tables already (an undoing had it before) keeps the size it has.
do $$ begin
  perform set_config('temp_buffers', '64MB', false);
exception when invalid_parameter_value then null;
end $$;
-- Whatever the server is set to: when the portal is killed, also in the middle of a long statement, the run's locks go.
-- Not every system a server runs on can tell.
do $$ begin
  perform set_config('client_connection_check_interval', '2s', false);
exception when invalid_parameter_value then null;
end $$;
set work_mem = '256MB';
-- Compiling statements that run once takes longer than it saves. So does looking closely at tables that are read once or
-- twice: how many rows there are, and of how many kinds, is all it takes to plan with.
set jit = off;
set default_statistics_target = 30;

create temp table stage_person (
  n          integer,
  line       integer,
  first_name text,
  last_name  text,
  gender     smallint,
  birth_date date,
  cipher     bytea,
  hash       bytea,
  masked     text,
  number_kind text,
  stem       text,
  wished     text,
  email      text,
  mobile     text,
  active     boolean,
  invalid    text[]
);

create temp table stage_person_id (n integer, kind text, source text, id text);
create temp table stage_contact (n integer, relation text, source text, id text);

create temp table stage_group (
  n            integer,
  line         integer,
  kind         text,
  type         text,
  source_type  text,
  name         text,
  stem         text,
  abbreviation text,
  description  text,
  email        text,
  organization_number text,
  subject_code text,
  grade        text,
  school_year  text,
  start_on     date,
  end_on       date,
  parent_source text,
  parent_id    text,
  invalid      text[]
);

create temp table stage_group_id (n integer, kind text, source text, id text);

-- What memberships say of themselves, of which there are some dozens; and the memberships, of which there are twenty to a
-- person: those of a group that say the same are a row, or a few (`member-rows.ts`).
create temp table stage_fact (
  n          integer,
  role       text,
  subrole    text,
  title      text,
  start_on   date,
  end_on     date,
  is_primary boolean
);
create temp table stage_membership (
  group_n    integer,
  fact_n     integer,
  person_ns  integer[],
  lines      integer[]
);
-- Those whose group or person was not known by that id when they were read.
create temp table stage_loose (
  line          integer,
  group_source  text,
  group_id      text,
  person_source text,
  person_id     text,
  role          text,
  subrole       text,
  title         text,
  start_on      date,
  end_on        date,
  is_primary    boolean
);

-- What the source says it has no longer: a group (without a person), or a membership.
create temp table stage_ended (
  group_source  text,
  group_id      text,
  person_source text,
  person_id     text,
  role          text
);

create temp table stage_problem (
  number   integer generated always as identity,
  severity text,
  code     text,
  line     integer,
  source   text,
  id       text,
  found    text
);
