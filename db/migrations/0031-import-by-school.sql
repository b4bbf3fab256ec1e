-- What a run came to at each school (specification §2, "user import overview"). Until now a school counted the rows of the
-- plan, of which a first import of everybody keeps a part, and looked for its problems among everybody's at each look. Found
-- out by runs, like their plans and problems, and not watched by the journal.

create table import_count (
  run_id    bigint  not null references import_run on delete cascade,
  school_id integer not null,
  subject   text    not null check (subject in ('school', 'person', 'group', 'problem')),
  outcome   text    not null,
  rows      integer not null,
  primary key (run_id, school_id, subject, outcome)
);
comment on table import_count is 'Rows of a run by school, subject and outcome, exact; what did not change is left out';
comment on column import_count.school_id is 'Of a rehearsal also one that is not there yet';
comment on column import_count.outcome is 'Of a problem its severity';

insert into import_count
  select run_id, school_id, subject, outcome, count(*) from import_plan where school_id is not null group by 1, 2, 3, 4;

alter table import_problem add column school_ids integer[] not null default '{}';
comment on column import_problem.school_ids is 'The schools of the person or the group the record is about, when the run ended';

update import_problem p set school_ids = x.ids
  from (select b.run_id, b.number, array_agg(distinct s.school_id) as ids
          from import_problem b
         cross join lateral (
           select su.school_id from user_source k join school_user su on su.user_id = k.user_id
            where k.source = b.source and k.source_id = b.source_id
           union
           select g.school_id from group_source k join groups g on g.id = k.group_id
            where k.source = b.source and k.source_id = b.source_id and g.school_id is not null) s
         group by 1, 2) x
 where p.run_id = x.run_id and p.number = x.number;

insert into import_count
  select run_id, school_id, 'problem', severity, count(*) from import_problem cross join lateral unnest(school_ids) school_id
   group by 1, 2, 3, 4;

-- The report of a rehearsal kept 500 rows of each kind in all: a school saw of its own only what happened to be among them.
create table import_report (
  run_id    bigint  not null references import_run on delete cascade,
  kind      text    not null check (kind in ('name', 'group', 'leaver', 'class')),
  number    integer not null,
  school_id integer,
  school    text,
  name      text    not null,
  key       text    not null,
  note      text    not null default '',
  shielded  boolean not null,
  primary key (run_id, kind, number)
);
comment on table import_report is 'What a rehearsal found that a school would like to know before the summer, at most 2,000 rows of a kind for each school';
comment on column import_report.number is 'Place among all of the kind; those come first whom somebody must do something about';
comment on column import_report.school is 'Its name: a new school is not there yet';
create index import_report_by_school on import_report (run_id, school_id, kind, number);

insert into import_report
  select r.id, l.kind, row_number() over (partition by r.id, l.kind order by l.place), l."schoolId", l.school, l.name, l.key,
         coalesce(l.note, ''), l.shielded
    from import_run r
   cross join lateral rows from (jsonb_to_recordset(r.report) as (kind text, "schoolId" integer, school text, name text,
                                   key text, note text, shielded boolean)) with ordinality
           as l (kind, "schoolId", school, name, key, note, shielded, place)
   where r.report is not null;
update import_run r
   set report = (select coalesce(jsonb_object_agg(kind, total), '{}')
                   from (select l ->> 'kind' as kind, max((l ->> 'count')::integer) as total
                           from jsonb_array_elements(r.report) l group by 1) t)
 where report is not null;
comment on column import_run.report is 'Of a rehearsal: how many there are of each kind of import_report; empty for an import';
