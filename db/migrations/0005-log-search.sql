-- What the logs are searched by (specification §7 "Logs"): time, event, who acts for the whole owner, and whom an
-- operation was about. Each is for one question of the log screens, so that they stay quick with millions of
-- operations; indexes on changes are partial, because an import writes 100,000 changes at a time.

create index operation_by_time on journal.operation (started_at, id);
comment on index journal.operation_by_time is 'The change log of the whole owner, newest first, and every period';

create index operation_by_event on journal.operation (event, started_at);
comment on index journal.operation_by_event is 'One kind of event, and which kinds there are';

create index operation_long on journal.operation (started_at, id) where owner_node is not null;
comment on index journal.operation_long is 'The log of long operations';

create index operation_by_admin on journal.operation (started_at, id)
  where actor_role in ('superadmin', 'centralAdmin');
comment on index journal.operation_by_admin is 'What was done for the whole owner';

create index operation_subject on journal.operation ((message_params ->> 'key'), (message_params ->> 'table'))
  where message_params ? 'table';
comment on index journal.operation_subject is 'Readings of one row: whose card was opened, whose number was shown';

create index change_membership_by_user on journal.change (split_part(row_key, '/', 2)) where table_name = 'membership';
comment on index journal.change_membership_by_user is 'The groups a person came into and left';
