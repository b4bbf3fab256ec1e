-- Passwords on their way to the directory (specification §3, §4). The directory is what keeps them: the portal holds a
-- new one encrypted until the directory has taken it, and forgets it then.

create table account_password (
  user_id     bigint primary key references users on delete cascade,
  cipher      bytea,
  must_change boolean not null,
  set_at      timestamptz not null,
  taken_at    timestamptz,
  check ((cipher is null) = (taken_at is not null))
);
comment on column account_password.cipher is 'AES-256-GCM under a key of its own; null once the directory has taken the password';
comment on column account_password.must_change is 'The user chooses a new one at the next sign-in';

alter table users add column unlocked_at timestamptz;
comment on column users.unlocked_at is 'When the account was last unlocked by a person or by a new password: an older lock in the directory is lifted';

select journal.watch('account_password', array['user_id'], secret => array['cipher']);
-- Watched anew, so that the new column is seen.
select journal.watch('users', array['id'],
  secret => array['national_number_cipher', 'national_number_hash'],
  ignored => array['sort_name', 'search_text', 'last_login_at', 'version', 'national_number_masked'],
  school_column => 'primary_school_id');
