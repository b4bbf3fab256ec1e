-- Who may be somebody the portal knows, and is for a person to say: nothing is done with them until somebody has.
create temp table doubt (
  kind       text,
  n          integer,
  user_id    bigint,
  old_masked text,
  new_masked text,
  new_hash   bytea
);

-- A record that claims an account another record has by its own id.
insert into doubt (kind, n, user_id) select 'two-claim', c.n, c.user_id from contested c;

-- A new record with the number of an account: the same person under a new id, or a number written wrong.
insert into doubt (kind, n, user_id, old_masked)
  select 'same-number', p.n, u.id, u.national_number_masked
    from number_elsewhere e
    join plan_person p on p.n = e.n and p.is_new
    join users u on u.id = e.user_id
   where not exists (select from identity_decision d
                      where d.kind = 'same-number' and d.source = p.source and d.source_id = p.source_id
                        and d.user_id = u.id);
-- Until then the account is not taken for one that left.
insert into contested (n, user_id) select n, user_id from doubt where kind = 'same-number';
delete from plan_person p using doubt d where d.n = p.n and d.kind = 'same-number';

-- Another number than the account has. Somebody who had a provisional one has got their own, which is as it should be.
insert into doubt (kind, n, user_id, old_masked, new_masked, new_hash)
  select 'changed-number', p.n, u.id, u.national_number_masked, p.masked, p.hash
    from plan_person p
    join users u on u.id = p.user_id
   where not p.is_new and p.hash is not null and u.national_number_hash is not null and p.hash <> u.national_number_hash
     and u.national_number_kind in ('fnr', 'dnr', 'hnr', 'tnr')
     and not exists (select from identity_decision d
                      where d.kind = 'changed-number' and d.user_id = u.id and d.number_hash = p.hash and d.is_same);
-- The account keeps the number it has.
update plan_person p set hash = null, cipher = null, masked = null from doubt d
 where d.n = p.n and d.kind = 'changed-number';
delete from doubt d using identity_decision i
 where d.kind = 'changed-number' and i.kind = d.kind and i.user_id = d.user_id and i.number_hash = d.new_hash;

-- Two accounts with one number.
insert into doubt (kind, n, user_id, old_masked)
  select 'shared-number', p.n, o.id, o.national_number_masked
    from number_elsewhere e
    join plan_person p on p.n = e.n and not p.is_new and p.hash is not null
    join users o on o.id = e.user_id and o.id < p.user_id
   where not exists (select from identity_decision d
                      where d.kind = 'shared-number' and d.source = p.source and d.source_id = p.source_id
                        and d.user_id = o.id);
