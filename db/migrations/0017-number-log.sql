-- The log of personal-number changes (specification §7 "ssnchangelogs"): every change of a number, whoever made it,
-- with both numbers masked. The journal knows that a number changed, and by whom, but no number at all.

create table number_log (
  id           bigint generated always as identity primary key,
  user_id      bigint not null references users on delete cascade,
  operation_id bigint not null,
  school_id    integer references school,
  old_masked   text,
  new_masked   text
);
comment on table number_log is 'Changes of personal numbers as they were made, written by the database; not journalled, since it is a log itself';
comment on column number_log.operation_id is 'The operation in the journal: who, when, and which run of the import';
comment on column number_log.school_id is 'The person''s primary school when it happened';
comment on column number_log.old_masked is 'The six first digits and stars; null = there was none';
create index number_log_by_operation on number_log (operation_id);
create index number_log_by_user on number_log (user_id);

create function note_number_change() returns trigger language plpgsql as $$
begin
  insert into number_log (user_id, operation_id, school_id, old_masked, new_masked)
  values (new.id, (journal.writing()).operation_id, new.primary_school_id, old.national_number_masked,
          new.national_number_masked);
  return null;
end $$;

-- A first number of somebody who had none is told too: it may be the wrong one.
create trigger users_number_log after update of national_number_hash on users for each row
  when (old.national_number_hash is distinct from new.national_number_hash)
  execute function note_number_change();

alter table number_change add column operation_id bigint;
comment on column number_change.operation_id is 'The night''s operation that carried it out, or could not';
-- Watched anew: which operation it was, the journal knows by itself.
select journal.watch('number_change', array['id'],
  secret => array['old_cipher', 'new_cipher', 'new_hash'], ignored => array['old_masked', 'new_masked', 'operation_id'],
  school_column => 'school_id');
