-- The directory refuses the portal's own account: what it answered first says why; later answers ("account locked") are
-- often a consequence of asking again.
alter table directory.state
  add column error_last_text text,
  add column error_attempts  integer not null default 0;
comment on column directory.state.error_text is 'What the directory, or the way to it, said first';
comment on column directory.state.error_last_text is 'What it said last, where that is something else';
comment on column directory.state.error_attempts is 'Attempts that failed for this reason, by all nodes together';

-- Mail and files of accounts deleted for good wait until a system that keeps them has deleted them. The nightly step marked
-- them as handed over although no such system is connected: those wait again.
comment on column account_removal.executed_at is 'When a connected system had deleted the mailbox and the files';
alter table account_removal disable trigger user;
update account_removal set executed_at = null where executed_at is not null;
alter table account_removal enable trigger user;

-- An account that was deleted in the directory and made again has a password nobody knows, like every account that was made
-- without one. That is said, and the portal offers first-time passwords.
alter table directory.object add column without_password text check (without_password in ('new', 'again'));
comment on column directory.object.without_password is
  'The portal made the account without a password and has handed none over since; "again" after it had been deleted';
create index object_made_again on directory.object (key) where without_password = 'again';
