-- Settings of connections that are written on screens instead of environment variables (docs/decisions/0015).

create table kept_secret (
  name       text primary key,
  cipher     bytea not null,
  changed_at timestamptz not null
);
comment on table kept_secret is 'Secrets the portal must read again: passwords of services, client secrets. Written and read by src/server/kept-secrets.ts alone';
comment on column kept_secret.name is 'owner/what, such as setting/directoryPassword or data-source/12/client-secret';
comment on column kept_secret.cipher is 'AES-256-GCM by the portal''s key, bound to the name';
select journal.watch('kept_secret', array['name'], secret => array['cipher']);

create table connection_setting (
  key        text primary key,
  value      text not null,
  changed_at timestamptz not null
);
comment on column connection_setting.key is 'Key of src/server/config.ts; its secrets are in kept_secret';
comment on column connection_setting.value is 'As the environment variable would give it';
select journal.watch('connection_setting', array['key']);

-- Every node reads the settings anew when they changed.
create function connections_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('connections', '');
  return null;
end $$;
create trigger connections_changed after insert or update or delete on connection_setting
  for each statement execute function connections_changed();
create trigger connections_changed after insert or update or delete on kept_secret
  for each statement execute function connections_changed();
