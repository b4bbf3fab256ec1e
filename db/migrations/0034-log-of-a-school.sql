-- Of an import of everybody a school's log finds the school's own rows by an index again: without one (0021) it looked through
-- every change the import made, a second for each 300,000. The rows of no school, most of what an import writes, are not in it.
create index change_by_school on journal.change (school_id, operation_id, id) where school_id is not null;
comment on index journal.change_by_school is 'What an operation did with the rows of a school';
-- Memberships and nestings have no school of their own.
create index change_of_groups on journal.change (operation_id, id)
  where school_id is null and table_name in ('membership', 'group_nesting');
comment on index journal.change_of_groups is 'What an operation did with memberships and nestings, for the log of the school of the group';
