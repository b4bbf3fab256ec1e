-- A pasted list is looked up name by name: each line costs one look into this index, however many people there are.
create index users_full_name on users (lower(first_name || ' ' || last_name));
