-- The history of a person, also of one whose account is deleted.

create index change_gone_person on journal.change (lower(before ->> 'user_name'))
  where table_name = 'users' and kind = 'D';
comment on index journal.change_gone_person is 'Finds a deleted account by its user name';

create index change_gone_shielded on journal.change (row_key)
  where table_name = 'users' and kind = 'D' and before ->> 'shielded' = 'true';
comment on index journal.change_gone_shielded is 'Deleted accounts of shielded people: their history stays as hidden as they were';

-- The rows of these tables have a number of their own. A change of one holds only the columns that changed, so whose row it
-- is stands in the change that made it, or in the one that deleted it.
create index change_owned_by_person on journal.change ((coalesce(after, before) ->> 'user_id'), table_name)
  where kind <> 'U' and table_name in ('deactivation', 'access_entry', 'number_change', 'role_grant');
comment on index journal.change_owned_by_person is 'The periods, number changes and roles a person has or had';

create view journal.gone_person as
  select c.row_key::bigint as id, c.row_key as key, c.before ->> 'user_name' as user_name,
         c.before ->> 'first_name' as first_name, c.before ->> 'last_name' as last_name,
         coalesce(c.before ->> 'shielded', 'true') = 'true' as shielded
    from journal.change c
   where c.table_name = 'users' and c.kind = 'D'
     and not exists (select from public.users u where u.id = c.row_key::bigint)
     and not exists (select from journal.change later
                      where later.row_key = c.row_key and later.table_name = 'users' and later.kind = 'D'
                        and later.id > c.id);
comment on view journal.gone_person is 'People whose account is deleted, as they were last';
comment on column journal.gone_person.key is 'The id as the journal has it: by this one the index of a row''s history finds the person';
