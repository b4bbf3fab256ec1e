-- The log leaves out what was done about shielded people, and finds the places a person had, by the person.
create index change_place_by_user on journal.change (split_part(row_key, '/', 2)) where table_name = 'school_user';
comment on index journal.change_place_by_user is 'The places at schools a person has or had';
