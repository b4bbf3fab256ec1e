-- Operations of any size are sealed. Until now a seal put the digests of all changes of an operation into one value, which
-- ends at a gigabyte: 33 million changes, as many as the first import of a million people leaves. It also held the sealer,
-- and with it every other operation, for as long as it took.
--
-- An operation with more changes than a part holds is now sealed part by part, each in a transaction of its own; the seal
-- is made when the last part is, over the digests of the parts. Smaller ones are sealed as before, and what was sealed
-- before reads and verifies as before: the new column is empty there, and the seal's line and hash are the same text.

create table journal.seal_part (
  operation_id bigint  not null,
  number       integer not null,
  through      bigint  not null,
  changes      integer not null,
  digest       bytea   not null,
  fingerprints bytea   not null,
  primary key (operation_id, number)
);
comment on table journal.seal_part is 'Changes of a large operation, sealed so many at a time';
comment on column journal.seal_part.operation_id is 'The operation; until its seal is made others cannot write under it any more';
comment on column journal.seal_part.number is 'Place of the part, from 1';
comment on column journal.seal_part.through is 'first_id of its last change (journal.every_change); the next part begins after it';
comment on column journal.seal_part.changes is 'How many changes the part has';
comment on column journal.seal_part.digest is 'sha256 over the sha256 of each journal.change_line in the order of first_id and id';
comment on column journal.seal_part.fingerprints is 'First four bytes of each change''s sha256, to point at the very change that was touched';
create trigger seal_part_rewrite before update or delete or truncate on journal.seal_part
  for each statement execute function journal.refuse_rewrite();
alter table journal.seal_part enable always trigger seal_part_rewrite;

alter table journal.seal add column parts integer;
comment on column journal.seal.parts is 'How many parts (journal.seal_part) hold the changes; empty = the seal itself does';
comment on column journal.seal.changes_digest is 'sha256 over the sha256 of each journal.change_line in id order; with parts, over the digests of the parts';

alter table journal.unsealed add column is_closed boolean not null default false;
comment on column journal.unsealed.is_closed is 'A part of it is sealed: nothing is written under it any more';

create or replace function journal.writing(out operation_id bigint, out school_id integer)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  operation_id := nullif(current_setting('vaktmester.operation', true), '');
  if operation_id is null then
    raise exception 'A change needs an operation: call journal.begin(event, route) first, in the same transaction'
      using errcode = 'VM001';
  end if;
  -- The lock is held to the end of the transaction and keeps the sealer away until these changes are committed.
  select u.school_id into school_id from journal.unsealed u
   where u.operation_id = writing.operation_id and not u.is_closed for key share;
  if not found then
    raise exception 'Operation % does not exist or is sealed', operation_id using errcode = 'VM004';
  end if;
end $$;

create or replace function journal.seal_line(s journal.seal) returns text language sql stable as $$
  select (jsonb_build_object('entry', 'seal', 'seq', s.seq, 'operation', s.operation_id, 'sealed', journal.utc(s.sealed_at),
    'changes', s.changes, 'hash', encode(s.hash, 'hex'), 'previous', encode(s.previous, 'hex'),
    'operationDigest', encode(s.operation_digest, 'hex'), 'changesDigest', encode(s.changes_digest, 'hex'),
    'fingerprints', encode(s.fingerprints, 'hex'))
    || case when s.parts is null then '{}' else jsonb_build_object('parts', s.parts) end)::text
$$;

create function journal.part_line(p journal.seal_part) returns text language sql stable as $$
  select jsonb_build_object('entry', 'part', 'operation', p.operation_id, 'number', p.number, 'changes', p.changes,
    'digest', encode(p.digest, 'hex'), 'fingerprints', encode(p.fingerprints, 'hex'))::text
$$;
comment on function journal.part_line is 'A part of a seal as one line';

create or replace function journal.link_hash(s journal.seal) returns bytea language sql stable as $$
  select sha256(convert_to(concat_ws(' ', encode(s.previous, 'hex'), s.seq, s.operation_id, journal.utc(s.sealed_at), s.changes,
    encode(s.operation_digest, 'hex'), encode(s.changes_digest, 'hex'), s.parts), 'UTF8'))
$$;
comment on function journal.link_hash is 'The hash of a link: sha256 of previous, seq, operation, time, count, digests and parts where there are, as text between spaces';

-- Sorting is off: it is already in order by the keys, and everything would be read for each part.
create function journal.end_of_part(operation bigint, after bigint, at_most integer) returns bigint language plpgsql stable
set search_path = pg_catalog, pg_temp set enable_sort = off as $$
declare
  places text;
  place record;
  through bigint;
  total bigint := 0;
begin
  select string_agg(format(' union all select first_id, cardinality(ids) from journal.%I where operation_id = $1 and first_id > $2', relname), '')
    into places from pg_class
   where relnamespace = 'journal'::regnamespace and relkind = 'r' and relname like 'bundle\_%';
  for place in execute format('select first_id, changes from (
      select id as first_id, 1 as changes from journal.change where operation_id = $1 and id > $2 %s) p
      order by first_id limit $3', places) using operation, after, at_most loop
    through := place.first_id;
    total := total + place.changes;
    exit when total >= at_most;
  end loop;
  return through;
end $$;
comment on function journal.end_of_part is 'first_id of the last change of the part that begins after another; a bundle is not divided. Empty: there are no more';

create function journal.seal_next_part(operation bigint, at_most integer) returns boolean language plpgsql
set search_path = pg_catalog, pg_temp as $$
declare
  last journal.seal_part;
  part journal.seal_part;
begin
  select * into last from journal.seal_part p where p.operation_id = operation order by number desc limit 1;
  part.operation_id := operation;
  part.number := coalesce(last.number, 0) + 1;
  part.through := journal.end_of_part(operation, coalesce(last.through, 0), at_most);
  if part.through is null then
    return false;
  end if;
  select count(*), sha256(string_agg(digest, ''::bytea order by first_id, id)),
      string_agg(substr(digest, 1, 4), ''::bytea order by first_id, id)
    into part.changes, part.digest, part.fingerprints
    from (select c.first_id, c.id, sha256(convert_to(journal.change_line(journal.as_change(c)), 'UTF8')) as digest
      from journal.every_change c
      where c.operation_id = operation and c.first_id > coalesce(last.through, 0) and c.first_id <= part.through offset 0) d;
  insert into journal.seal_part select part.*;
  return true;
end $$;
comment on function journal.seal_next_part is 'Seals the next part of a large operation; answers false when there is nothing left of it';

drop function journal.seal_finished(integer);
create function journal.seal_finished(at_most integer default 500, in_part integer default 100000, out sealed integer, out is_more boolean)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  due bigint[];
  done bigint[] := '{}';
  link journal.seal;
  operation bigint;
  has_stepped boolean := false;
begin
  -- Right under concurrent transactions, for three reasons:
  -- 1. Ids are not given in the order of commits, so the chain does not follow ids: it is the order of sealing, and
  --    an operation committed late with a low id becomes a later link. The queue holds it until then.
  -- 2. Whoever writes changes or an outcome holds a key-share lock on the operation's queue row to the end of the
  --    transaction. A row that can be locked for update here has no writer, and none can come before we commit; nor
  --    after it, where a part was sealed: the row is closed.
  -- 3. The contents are read by later statements than the lock, whose snapshots (read committed) therefore see all
  --    that any earlier writer committed.
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'Sealing needs isolation level read committed' using errcode = 'VM005';
  end if;
  sealed := 0;
  is_more := false;
  if not pg_try_advisory_xact_lock(hashtext('journal.seal')) then
    return; -- another node is at it
  end if;
  due := array(
    select u.operation_id from journal.unsealed u join journal.operation o on o.id = u.operation_id
    where o.finished_at is not null order by u.operation_id limit at_most for update of u skip locked);
  select * into link from journal.seal order by seq desc limit 1;
  foreach operation in array due loop
    if exists (select from journal.unsealed u where u.operation_id = operation and u.is_closed)
       or exists (select from journal.every_change c where c.operation_id = operation offset in_part) then
      -- One part at a time, so that nobody else's operation waits long for its seal.
      if has_stepped then
        is_more := true;
        continue;
      end if;
      has_stepped := true;
      update journal.unsealed u set is_closed = true where u.operation_id = operation and not u.is_closed;
      if journal.seal_next_part(operation, in_part) then
        is_more := true;
        continue;
      end if;
      select sum(p.changes), sha256(string_agg(p.digest, ''::bytea order by p.number)), ''::bytea, count(*)
        into strict link.changes, link.changes_digest, link.fingerprints, link.parts
        from journal.seal_part p where p.operation_id = operation;
    else
      select count(*), sha256(coalesce(string_agg(digest, ''::bytea order by id), '')),
          coalesce(string_agg(substr(digest, 1, 4), ''::bytea order by id), ''), null
        into link.changes, link.changes_digest, link.fingerprints, link.parts
        from (select c.id, sha256(convert_to(journal.change_line(journal.as_change(c)), 'UTF8')) as digest
          from journal.every_change c where c.operation_id = operation offset 0) d;
    end if;
    link.seq := coalesce(link.seq, 0) + 1;
    link.operation_id := operation;
    link.sealed_at := clock_timestamp();
    link.previous := coalesce(link.hash, decode(repeat('00', 32), 'hex'));
    select sha256(convert_to(journal.operation_line(o), 'UTF8')) into strict link.operation_digest
      from journal.operation o where o.id = operation;
    link.hash := journal.link_hash(link);
    insert into journal.seal select link.*;
    done := done || operation;
  end loop;
  delete from journal.unsealed where operation_id = any (done);
  sealed := cardinality(done);
  is_more := is_more or cardinality(due) >= at_most;
end $$;
comment on function journal.seal_finished is 'Seals finished operations, oldest first, and of large ones a part; answers how many, and whether there is more to do. Called every second or so by one node';
