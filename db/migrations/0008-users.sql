-- What is decided about people and done later or in large numbers (specification §3, §4, §7): a change of primary
-- school, accounts deleted for good, shared accounts, a school's federation secret, and acts on many.

-- Registered by a person, carried out at the next user import; until then it can be cancelled.
create table school_change (
  user_id        bigint primary key references users on delete cascade,
  from_school_id integer references school,
  to_school_id   integer not null references school,
  registered_by  text not null,
  registered_at  timestamptz not null,
  executed_at    timestamptz
);
comment on column school_change.executed_at is 'Kept after that: as long as the source still names the old school, the change holds against it';
create index school_change_waiting on school_change (registered_at) where executed_at is null;
select journal.watch('school_change', array['user_id']);

-- What an account that is deleted for good leaves behind elsewhere. The next user import sees to it.
create table account_removal (
  id          bigint generated always as identity primary key,
  user_name   text not null,
  email       text,
  school_id   integer references school,
  removed_at  timestamptz not null,
  executed_at timestamptz
);
comment on column account_removal.executed_at is 'When the mailbox and the files were handed over for deletion';
create index account_removal_waiting on account_removal (removed_at) where executed_at is null;
select journal.watch('account_removal', array['id'], school_column => 'school_id');

-- Accounts that several people share (a library machine, a reception). The account itself is in `users`.
create table common_user (
  user_id        bigint primary key references users on delete cascade,
  responsible_id bigint references users on delete set null
);
create index common_user_by_responsible on common_user (responsible_id);
select journal.watch('common_user', array['user_id']);

-- The secret by which a school's own systems show who they are. Only its hash is kept: it is shown once.
create table school_secret (
  school_id  integer primary key references school,
  hash       bytea not null,
  created_at timestamptz not null,
  valid_to   date not null
);
comment on column school_secret.hash is 'SHA-256; the secret has 256 random bits, so a slow hash would protect nothing more';
select journal.watch('school_secret', array['school_id'], secret => array['hash'], school_column => 'school_id');

-- Acts on many (design.md §5): the rows chosen when the act was started, and how each of them went. Plumbing: what an
-- act changes is in the journal under its operation, so these tables are not watched.
create table bulk_act (
  operation_id bigint primary key references journal.operation on delete cascade,
  act          text not null,
  input        jsonb not null,
  actor_id     bigint not null,
  school_id    integer,
  retry_of     bigint,
  attempts     integer not null default 0
);
comment on column bulk_act.attempts is 'How many times its work was taken up; one that fails again and again is given up';
create table bulk_row (
  operation_id bigint not null references bulk_act on delete cascade,
  place        integer not null,
  key          text not null,
  name         text,
  shielded     boolean not null default false,
  outcome      text not null default 'waiting' check (outcome in ('waiting', 'done', 'refused')),
  code         text,
  params       jsonb,
  primary key (operation_id, place),
  check ((outcome = 'refused') = (code is not null))
);
comment on column bulk_row.name is 'What people call the row when it was chosen; it may be gone afterwards';
comment on column bulk_row.shielded is 'A person with protected identity: seen only by those who may';
create index bulk_row_waiting on bulk_row (operation_id, place) where outcome = 'waiting';
