-- A look-up by national number is written to the number log, like a change of a number.
alter table number_log add column kind text not null default 'changed' check (kind in ('changed', 'found'));
comment on table number_log is 'Changes of personal numbers as they were made, written by the database, and who was found by number; not journalled, since it is a log itself';
comment on column number_log.kind is 'changed: the number became another; found: somebody looked the person up by new_masked';

-- A budget counts more than exported rows: also guesses that found nobody. One table for all of them.
alter table export_tally rename to budget_use;
alter table budget_use rename column taken_at to used_at;
alter table budget_use rename column rows to amount;
alter table budget_use add column kind text not null default 'exported-rows'
  check (kind in ('exported-rows', 'number-misses', 'taken-answers'));
alter table budget_use alter column kind drop default;
alter index export_tally_by_user rename to budget_use_by_user;
comment on table budget_use is 'What each person used of the budgets that count within 24 hours; not journalled, since what was done is logged by itself';
