-- Groups made and run in the portal (specification §2 "Group tabs", §7 "Groups").

alter table groups add column delete_on date;
alter table groups add constraint groups_deleted_is_archived check (delete_on is null or archived_at is not null);
comment on column groups.delete_on is 'Deleted by somebody, and gone for good from this day; until then it can be restored';
create index groups_to_remove on groups (delete_on) where delete_on is not null;

-- What a group opens to its members (tab "Access").
create table group_access (
  id       bigint generated always as identity primary key,
  group_id bigint not null references groups on delete cascade,
  kind     text not null check (kind in ('folder', 'application', 'site', 'room', 'other')),
  target   text not null check (length(target) <= 256),
  level    text not null check (level in ('read', 'write', 'full')),
  added_at timestamptz not null,
  unique (group_id, kind, target)
);
comment on column group_access.target is 'The folder, address or name, as people write it';
comment on column group_access.level is 'Read only, read and change, or everything';

-- Which groups the members of a group look after (tab "Administrated").
create table group_administration (
  group_id        bigint not null references groups on delete cascade,
  administered_id bigint not null references groups on delete cascade,
  added_at        timestamptz not null,
  primary key (group_id, administered_id),
  check (group_id <> administered_id)
);
create index group_administration_by_administered on group_administration (administered_id);

-- Who has signed the rules for the use of the school's equipment (tab "IKT agreement"). A person signs once, whatever
-- groups they are in; somebody without a row has not signed.
create table ict_agreement (
  user_id       bigint primary key references users on delete cascade,
  signed_on     date not null,
  registered_by text not null,
  registered_at timestamptz not null
);
comment on column ict_agreement.registered_by is 'Name of the one who registered it, as it was then';

-- The group first in the key: its history is found by it.
select journal.watch('group_access', array['group_id', 'id']);
select journal.watch('group_administration', array['group_id', 'administered_id']);
select journal.watch('ict_agreement', array['user_id']);
-- Watched anew, so that the new column is seen.
select journal.watch('groups', array['id'],
  ignored => array['name_sort', 'search_text', 'version'], school_column => 'school_id');
