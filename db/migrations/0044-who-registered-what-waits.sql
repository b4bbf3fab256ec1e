-- An act that waits is carried out only if the person who registered it still has the right. The operation that wrote the row
-- says who that was and where they stood; a row that an undoing brings back is the undoer's.
do $$
declare
  name text;
begin
  foreach name in array array['school_change', 'access_entry', 'deactivation', 'number_change'] loop
    execute format('alter table %I add column registered_in bigint', name);
    execute format('comment on column %I.registered_in is %L', name,
      'The operation it was registered in; null = before this was noted, or by the portal itself');
  end loop;
end $$;

alter table deactivation drop constraint deactivation_status_check;
alter table deactivation add constraint deactivation_status_check
  check (status in ('planned', 'active', 'ended', 'failed'));
alter table deactivation add column failure text;
comment on column deactivation.failure is 'Why it was not carried out: registrar, account-protected';
comment on column access_entry.failure is 'Why it could not be carried out: user-left, already-here, no-role, registrar, account-protected';
comment on column number_change.failure is 'Why it was not carried out: number-in-use, registrar';
alter table school_change add column failure text;
comment on column school_change.failure is 'Why it was not carried out: registrar';
drop index deactivation_due;
create index deactivation_due on deactivation (status, start_on, end_on) where status in ('planned', 'active');

select journal.watch('school_change', array['user_id'], ignored => array['registered_in']);
select journal.watch('access_entry', array['id'], ignored => array['version', 'registered_in'], school_column => 'school_id');
select journal.watch('deactivation', array['id'], ignored => array['registered_in']);
select journal.watch('number_change', array['id'],
  secret => array['old_cipher', 'new_cipher', 'new_hash'], ignored => array['old_masked', 'new_masked', 'operation_id', 'registered_in'],
  school_column => 'school_id');

-- Of what waits now the journal knows.
do $$
declare
  waiting record;
  is_waiting boolean;
begin
  for waiting in values ('school_change', 'user_id', 'executed_at is null'), ('access_entry', 'id', 'status = ''planned'''),
                        ('deactivation', 'id', 'status = ''planned'''), ('number_change', 'id', 'status = ''registered''') loop
    execute format('select exists (select from %I where %s)', waiting.column1, waiting.column3) into is_waiting;
    continue when not is_waiting;
    perform journal.begin('registration.registrars-noted', 'migration');
    execute format('update %1$I t set registered_in = (
      select c.operation_id from journal.change c
       where c.table_name = %1$L and c.row_key = t.%2$I::text and c.kind = ''I'' order by c.id desc limit 1) where %3$s',
      waiting.column1, waiting.column2, waiting.column3);
  end loop;
end $$;

-- The default is the operation that writes the row.
alter table school_change alter column registered_in set default (journal.writing()).operation_id;
alter table access_entry alter column registered_in set default (journal.writing()).operation_id;
alter table deactivation alter column registered_in set default (journal.writing()).operation_id;
alter table number_change alter column registered_in set default (journal.writing()).operation_id;
