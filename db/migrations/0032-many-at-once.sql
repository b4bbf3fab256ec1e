-- A first import of everybody checks the foreign keys of each table it fills in one statement instead of once or twice a row
-- (src/server/import/sql/at-once.sql), in a session in which only triggers that always fire do. Those that act on new rows of
-- these tables must, as those of `membership` do since 0021. A trigger that does not is no danger: PostgreSQL then checks row
-- by row.
do $$
declare
  t record;
begin
  for t in select tgrelid::regclass as place, tgname as name from pg_trigger
            where tgrelid in ('users'::regclass, 'school_user'::regclass, 'groups'::regclass) and not tgisinternal loop
    execute format('alter table %s enable always trigger %I', t.place, t.name);
  end loop;
end $$;

-- Whoever writes a place together with the person's sort keys, read from the person by the same statement, spares a look
-- for each row.
drop trigger school_user_sort_keys on school_user;
create trigger school_user_sort_keys before insert on school_user
  for each row when (new.sort_name = '') execute function copy_sort_keys();
create trigger school_user_sort_keys_update before update of user_id on school_user
  for each row execute function copy_sort_keys();
alter table school_user enable always trigger school_user_sort_keys, enable always trigger school_user_sort_keys_update;
