-- Parts of an import's plan that belong together (a school that is replaced by another, a merger) are one hold with one
-- decision. Found out by runs, like their plans, and not watched by the journal.
alter table import_slice add column hold integer;
comment on column import_slice.hold is 'Slices of a run with the same number are one hold; null: within the limits';
update import_slice set hold = number where verdict <> 'within';
create index import_slice_hold on import_slice (run_id, hold) where hold is not null;
