-- The ids by which sources know schools that another source brought (docs/import.md, "Several sources"). With them a
-- file of changes need not bring the school's row along, and a school that is called something else there stays the
-- same school. The one that brought it stands in `school` itself.
create table school_source (
  source    text not null,
  source_id text not null,
  school_id integer not null references school on delete cascade,
  primary key (source, source_id)
);
comment on table school_source is 'What other sources than its own call a school';
create index school_source_by_school on school_source (school_id);
select journal.watch('school_source', array['source', 'source_id'], school_column => 'school_id');
