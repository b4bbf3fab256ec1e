-- Signing in (specification §4 "Authentication", §7 "Token"). What people should see changed is watched by the
-- journal: passwords and federation links. Sessions, codes and counters are plumbing that changes by the minute;
-- what happens to them (signed in, refused, locked, ended, reused) are operations of the journal instead.

-- Portal passwords exist for central admin and break-glass accounts only; everybody else comes by the federation.
create table user_credential (
  user_id       bigint primary key references users on delete cascade,
  password_hash text not null,
  changed_at    timestamptz not null
);
comment on column user_credential.password_hash is 'Argon2id in PHC form, parameters included';
select journal.watch('user_credential', array['user_id'], secret => array['password_hash']);

create table federation_identity (
  issuer    text not null,
  subject   text not null,
  user_id   bigint not null references users on delete cascade,
  name      text,
  linked_at timestamptz not null,
  primary key (issuer, subject),
  unique (issuer, user_id)
);
comment on column federation_identity.subject is 'The key: names may be used again by their owner, subjects never are (domain.md §2)';
comment on column federation_identity.name is 'eduPersonPrincipalName when the link was made';
select journal.watch('federation_identity', array['issuer', 'subject']);

-- Times of sessions, tokens and codes are real time: moving the demo's clock back must not revive what has ended.
create table session (
  id             uuid primary key,
  user_id        bigint not null references users on delete cascade,
  auth_level     text not null check (auth_level in ('password', 'code', 'feide', 'feide-mfa')),
  school_id      integer references school,
  companion_hash bytea not null,
  created_at     timestamptz not null,
  last_used_at   timestamptz not null,
  expires_at     timestamptz not null,
  ended_at       timestamptz,
  end_reason     text check (end_reason in ('signed-out', 'ended-by-user', 'reuse', 'account-closed', 'expired')),
  ip             inet,
  user_agent     text,
  federation_hint text,
  check ((ended_at is null) = (end_reason is null))
);
comment on column session.school_id is 'The current school; null = the whole owner, or nobody''s school';
comment on column session.companion_hash is 'SHA-256 of the HttpOnly cookie without which the tokens are worth nothing';
comment on column session.expires_at is 'No renewal goes past it';
comment on column session.federation_hint is 'ID token for the federation''s end-session; encrypted';
create index session_by_user on session (user_id) where ended_at is null;
create index session_to_remove on session (expires_at);

create table refresh_token (
  hash       bytea primary key,
  session_id uuid not null references session on delete cascade,
  expires_at timestamptz not null,
  used_at    timestamptz,
  used_key   uuid,
  successor  bytea
);
comment on column refresh_token.used_key is 'The caller''s own key of the renewal: a repeat after a lost answer is not a theft';
create index refresh_token_by_session on refresh_token (session_id);

create table sign_in_code (
  hash            bytea primary key,
  user_id         bigint not null references users on delete cascade,
  auth_level      text not null check (auth_level in ('code', 'feide', 'feide-mfa')),
  browser_hash    bytea,
  federation_hint text,
  expires_at      timestamptz not null,
  used_at         timestamptz
);
comment on column sign_in_code.browser_hash is 'SHA-256 of the cookie of the browser the code was made for; null for a code handed over by the operator';
create index sign_in_code_to_remove on sign_in_code (expires_at);

-- Failures by account and source; by the portal's clock. Source `*` counts the account from everywhere.
create table sign_in_failure (
  account      bytea not null,
  source       text not null,
  failures     integer not null,
  first_at     timestamptz not null,
  last_at      timestamptz not null,
  locked_until timestamptz,
  primary key (account, source)
);
comment on column sign_in_failure.account is 'SHA-256 of the user name as typed, so that accounts that do not exist look the same';
comment on column sign_in_failure.source is 'A known device, else the address (IPv6: its /64)';

-- Salts the signing keys of access tokens are derived with; the secret itself is never in the database.
create table signing_key (
  id         text primary key,
  salt       bytea not null,
  created_at timestamptz not null default now()
);

-- Tells every node at once that what it remembers about somebody is no longer so. The payload is a list of user ids,
-- or `*` when there are too many to name.
create function session_notice(ids bigint[]) returns void language plpgsql as $$
begin
  if cardinality(ids) = 0 then return; end if;
  perform pg_notify('session', case when cardinality(ids) > 200 then '*' else array_to_string(ids, ',') end);
end $$;

-- An account that closes takes its sessions with it. Only accounts with a live session matter, so an import that
-- touches everybody tells nothing.
create function users_close_sessions() returns trigger language plpgsql as $$
declare
  touched bigint[];
begin
  if tg_op = 'DELETE' then
    perform session_notice(array(select id from old_rows));
    return null;
  end if;
  select array_agg(n.id) into touched
    from (select distinct user_id from session where ended_at is null) s
    join new_rows n on n.id = s.user_id
    join old_rows o on o.id = n.id
   where (n.deactivated, n.expires_on, n.first_name, n.last_name, n.user_name)
         is distinct from (o.deactivated, o.expires_on, o.first_name, o.last_name, o.user_name);
  if touched is null then return null; end if;
  update session s set ended_at = clock_timestamp(), end_reason = 'account-closed'
    from new_rows n
   where n.id = s.user_id and n.deactivated and s.ended_at is null and s.user_id = any (touched);
  perform session_notice(touched);
  return null;
end $$;
create trigger users_close_sessions after update on users
  referencing old table as old_rows new table as new_rows for each statement execute function users_close_sessions();
create trigger users_close_sessions_delete after delete on users
  referencing old table as old_rows for each statement execute function users_close_sessions();

-- A role that is given or taken counts from the next call on.
create function grants_change_sessions() returns trigger language plpgsql as $$
begin
  perform session_notice(array(
    select distinct r.user_id from changed_rows r join session s on s.user_id = r.user_id and s.ended_at is null));
  return null;
end $$;
create trigger role_grant_inserted after insert on role_grant
  referencing new table as changed_rows for each statement execute function grants_change_sessions();
create trigger role_grant_updated after update on role_grant
  referencing new table as changed_rows for each statement execute function grants_change_sessions();
create trigger role_grant_deleted after delete on role_grant
  referencing old table as changed_rows for each statement execute function grants_change_sessions();

create function session_ended() returns trigger language plpgsql as $$
begin
  perform session_notice(array(
    select distinct n.user_id from new_rows n join old_rows o on o.id = n.id
     where n.ended_at is not null and o.ended_at is null));
  return null;
end $$;
create trigger session_ended after update on session
  referencing old table as old_rows new table as new_rows for each statement execute function session_ended();
