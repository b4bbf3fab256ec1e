-- Undoing and looking back (specification §7 "Logs"). What an operation did is read from its changes; the indexes are
-- for the two questions that were not asked before: what undid an operation, and who held which role at a school.

create index operation_undoing on journal.operation (undo_of) where undo_of is not null;
comment on index journal.operation_undoing is 'What reversed an operation';

create index change_role_by_school on journal.change (school_id, id) where table_name = 'role_grant';
comment on index journal.change_role_by_school is 'The roles given and taken at a school';

create index change_role_by_row on journal.change (row_key) where table_name = 'role_grant';
comment on index journal.change_role_by_row is 'The history of one role';

create index change_nesting on journal.change (row_key, id) where table_name = 'group_nesting';
comment on index journal.change_nesting is 'Which groups were within which';

-- What a run notes of those who were not in its file goes back with the run when it is undone, so it is journalled too.
select journal.watch('import_person', array['user_id']);
select journal.watch('import_group', array['group_id']);
