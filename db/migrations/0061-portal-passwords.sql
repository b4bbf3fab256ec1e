-- Portal accounts have one password and one lock, whichever screen sets or lifts them.

alter table user_credential add column must_change boolean not null default false;
comment on column user_credential.must_change is 'Set by somebody else: the owner chooses a new password before the next session';

alter table users add column sign_in_locked_until timestamptz;
comment on column users.sign_in_locked_until is
  'Portal sign-in is locked for at least one source until then. Shown only: whether an attempt may be made is decided by sign_in_failure, so that guessing elsewhere does not lock the owner out';

alter table session drop constraint session_end_reason_check;
alter table session add constraint session_end_reason_check
  check (end_reason in ('signed-out', 'ended-by-user', 'reuse', 'account-closed', 'expired', 'password-changed'));
