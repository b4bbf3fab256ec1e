-- A school that would lose an unusual part of its memberships keeps them until somebody has looked. Those of people who
-- leave the school are weighed as leaving. Only where enough would go is it worth while to count how many there are.
create temp table membership_weighed as
  select gr.school_id, gr.id as group_id, count(*) as rows
    from membership_gone m
    join groups gr on gr.id = m.group_id
   where exists (select from plan_person p where p.user_id = m.user_id)
     and not exists (select from moved o where o.user_id = m.user_id and o.school_id = gr.school_id)
     and not exists (select from held_move o where o.user_id = m.user_id and o.school_id = gr.school_id)
   group by 1, 2;
insert into slice_verdict (school_id, kind, rows, people, verdict, hold)
  select x.*, case when x.verdict <> 'within' then coalesce(
           -- What else would happen to the school is of the same hold.
           (select min(v.hold) from slice_verdict v
             where v.school_id is not distinct from x.school_id and v.kind in ('changed', 'left')),
           (select coalesce(max(hold), 0) from slice_verdict) + row_number() over ()) end
    from (select g.school_id, 'memberships' as kind, g.rows, b.people,
                 pg_temp.verdict('memberships', g.school_id, g.rows, b.people) as verdict
            from (select school_id, sum(rows)::bigint as rows from membership_weighed
                   group by 1
                  having sum(rows) >= (select least(t.at_least, t.at_most) from stage_threshold t
                                        where t.kind = 'memberships')) g
            cross join stage_run r
            cross join lateral (
              select count(*) as people from groups k join membership m on m.group_id = k.id
               where k.school_id is not distinct from g.school_id and k.source = r.feed and m.source = r.feed) b) x;
-- Which groups: those who decide want to see them.
create temp table membership_loss as
  select w.group_id, pg_temp.is_held(v.verdict) as held, w.rows
    from slice_verdict v join membership_weighed w on w.school_id is not distinct from v.school_id
   where v.kind = 'memberships';
delete from membership_gone m using groups g, slice_verdict v
 where g.id = m.group_id and v.kind = 'memberships' and v.school_id is not distinct from g.school_id
   and pg_temp.is_held(v.verdict);
-- People who are held keep their memberships, and get no others.
delete from membership_gone m using held_person h where h.user_id = m.user_id;
delete from membership_changed m using held_person h where h.user_id = m.user_id;
delete from membership_added m using held_person h where h.user_id = m.user_id;
delete from plan_membership m using held_person h where h.user_id = m.user_id;
