-- One-time codes of portal accounts (RFC 6238), and the sessions a keeper of the portal ends (docs/decisions/0016).

create table second_factor (
  user_id   bigint primary key references users on delete cascade,
  cipher    bytea not null,
  set_up_at timestamptz not null
);
comment on table second_factor is 'Whoever has a row is asked for a one-time code after the password';
comment on column second_factor.cipher is 'The secret shared with the authenticator, AES-256-GCM by the portal''s key, bound to the user';
select journal.watch('second_factor', array['user_id'], secret => array['cipher']);

-- What is used up by signing in is plumbing, as sign_in_code is: that it was used is an operation of the journal.
create table second_factor_step (
  user_id   bigint primary key references second_factor on delete cascade,
  last_step bigint not null
);
comment on column second_factor_step.last_step is 'The time step of the newest code that was taken: none of it or before is taken again';

create table second_factor_code (
  user_id bigint not null references second_factor on delete cascade,
  hash    bytea not null,
  used_at timestamptz,
  primary key (user_id, hash)
);
comment on table second_factor_code is 'Codes on paper, each good once in the place of one from the authenticator';
comment on column second_factor_code.hash is 'SHA-256: the code carries 73 random bits';

alter table session drop constraint session_auth_level_check;
alter table session add constraint session_auth_level_check
  check (auth_level in ('password', 'password-mfa', 'code', 'feide', 'feide-mfa'));
alter table session drop constraint session_end_reason_check;
alter table session add constraint session_end_reason_check
  check (end_reason in ('signed-out', 'ended-by-user', 'ended-by-keeper', 'reuse', 'account-closed', 'expired',
                        'password-changed', 'factor-changed'));
