-- After a run that counts: decisions that were carried out for everybody concerned, or that the file needs no longer, are
-- over. A file of changes does not speak of what was held before. Doubts are put to people.
delete from import_decision d using stage_run r
 where d.feed = r.feed
   and not exists (select from slice_verdict v
                    where v.kind = d.kind and v.school_id is not distinct from d.school_id
                      and (pg_temp.is_held(v.verdict) or v.is_pending))
   and (r.is_whole or exists (select from slice_verdict v
                               where v.kind = d.kind and v.school_id is not distinct from d.school_id));

insert into identity_case (kind, feed, source, source_id, name, user_id, school_id, old_masked, new_masked, new_hash,
    found_at, run_id)
  select d.kind, r.feed, i.source, i.id, btrim(p.first_name || ' ' || p.last_name), d.user_id, u.primary_school_id,
         d.old_masked, d.new_masked, d.new_hash, r.now, r.run_id
    from doubt d
    join stage_person p using (n)
    join stage_person_id i on i.n = d.n and i.kind = 'current'
    join users u on u.id = d.user_id
    cross join stage_run r
  on conflict (kind, source, source_id, user_id) do update
    set run_id = excluded.run_id, name = excluded.name, new_hash = excluded.new_hash, new_masked = excluded.new_masked;
-- What the file no longer says is no longer in doubt.
delete from identity_case c using stage_run r
 where c.feed = r.feed and c.run_id <> r.run_id
   and not exists (select from identity_decision d
                    where d.kind = c.kind and d.source = c.source and d.source_id = c.source_id
                      and d.user_id = c.user_id);
