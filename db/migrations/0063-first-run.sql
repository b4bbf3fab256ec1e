-- Tables for the first visit to a new portal, and for recovering a portal account whose password is forgotten.

create table recovery_code (
  user_id bigint primary key references users on delete cascade,
  hash    bytea not null,
  made_at timestamptz not null
);
comment on table recovery_code is 'A printed code with which the owner of a portal account sets a new password, once';
comment on column recovery_code.hash is 'SHA-256: the code carries 125 random bits';
select journal.watch('recovery_code', array['user_id'], secret => array['hash']);

create table setup_step (
  step       text primary key,
  put_off_at timestamptz not null
);
comment on table setup_step is 'Steps of the guide that somebody chose to leave for later';
select journal.watch('setup_step', array['step']);
