-- A count must not tell of people with protected identity to those who may not know of them: what is counted once and kept
-- says how many of the rows were such people's.
alter table import_count add column shielded integer not null default 0;
comment on column import_count.shielded is 'How many of the rows are about people with protected identity';
update import_count c set shielded = p.rows
  from (select p.run_id, p.school_id, p.subject, p.outcome, count(*) as rows
          from import_plan p join users u on u.id = p.user_id and u.shielded
         where p.school_id is not null group by 1, 2, 3, 4) p
 where (p.run_id, p.school_id, p.subject, p.outcome) = (c.run_id, c.school_id, c.subject, c.outcome);

create index bulk_row_shielded on bulk_row (operation_id, outcome) where shielded;
comment on index bulk_row_shielded is 'How many rows of an act are not to be counted for those who may not know of them';
