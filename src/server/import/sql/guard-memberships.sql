-- A school that would lose an unusual part of its memberships keeps them until somebody has looked. Only where enough
-- would go is it worth while to count how many there are.
insert into slice_verdict
  select g.school_id, 'memberships', g.rows, b.people, pg_temp.verdict('memberships', g.school_id, g.rows, b.people)
    from (select gr.school_id, count(*) as rows
            from membership_gone m join groups gr on gr.id = m.group_id
           where exists (select from plan_person p where p.user_id = m.user_id)
           group by 1
          having count(*) >= (select least(t.at_least, t.at_most) from stage_threshold t where t.kind = 'memberships')) g
    cross join stage_run r
    cross join lateral (
      select count(*) as people from groups k join membership m on m.group_id = k.id
       where k.school_id is not distinct from g.school_id and k.source = r.feed and m.source = r.feed) b;
-- Which groups: those who decide want to see them.
create temp table membership_loss as
  select g.id as group_id, pg_temp.is_held(v.verdict) as held, count(*) as rows
    from slice_verdict v
    join groups g on g.school_id is not distinct from v.school_id
    join membership_gone m on m.group_id = g.id
   where v.kind = 'memberships' and exists (select from plan_person p where p.user_id = m.user_id)
   group by 1, 2;
delete from membership_gone m using groups g, slice_verdict v
 where g.id = m.group_id and v.kind = 'memberships' and v.school_id is not distinct from g.school_id
   and pg_temp.is_held(v.verdict);
