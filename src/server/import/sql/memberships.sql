-- Before many memberships are written with their foreign keys off (`memberships.ts`): each person and group they refer
-- to is there, and cannot go before this transaction ends. Those it made itself nobody else can see, let alone remove.
do $$ begin
  perform from users u
    where u.id in (select n.user_id from membership_new n join plan_person p using (user_id) where not p.is_new)
      for key share;
  perform from groups g
    where g.id in (select n.group_id from membership_new n join plan_group p using (group_id) where not p.is_new)
      for key share;
  if exists (select from (select distinct user_id from membership_new) n
              where not exists (select from users u where u.id = n.user_id))
     or exists (select from (select distinct group_id from membership_new) n
                 where not exists (select from groups g where g.id = n.group_id)) then
    raise exception 'A membership refers to a person or a group that is gone' using errcode = 'foreign_key_violation';
  end if;
end $$;
