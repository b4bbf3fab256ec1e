-- Data sources that the portal fetches over the network. Other sources leave files in a folder.

alter table data_source
  add column method        text not null default 'folder' check (method in ('folder', 'https', 'sftp', 'oneroster-rest')),
  add column address       text,
  add column user_name     text,
  add column token_address text,
  add column host_key      text,
  add column secret_cipher bytea,
  alter column folder drop not null,
  add constraint data_source_place_of_files check ((method = 'folder') = (folder is not null) and (method = 'folder') = (address is null));
comment on column data_source.method is 'How its files come: left in a folder, or fetched from address';
comment on column data_source.folder is 'Below the import folder of the installation; never a path of its own. Of the method folder only';
comment on column data_source.user_name is 'The account at the other system; of OneRoster by REST the client id';
comment on column data_source.token_address is 'Where OneRoster by REST gives tokens';
comment on column data_source.host_key is 'SHA256 fingerprint of the SFTP server''s key';
comment on column data_source.secret_cipher is 'Password, private key or client secret, encrypted by the portal''s key';
select journal.watch('data_source', array['id'], secret => array['secret_cipher'], ignored => array['version'], school_column => 'school_id');

alter table data_source_state drop constraint data_source_state_outcome_check;
alter table data_source_state
  add constraint data_source_state_outcome_check check (outcome in ('completed', 'failed', 'no-file', 'no-folder', 'unreachable')),
  add column problem text,
  add column mark    text;
comment on column data_source_state.problem is 'Why it could not be reached';
comment on column data_source_state.mark is 'What its latest imported file is known by, where it was fetched';
