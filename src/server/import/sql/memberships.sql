-- Before many memberships are written with their foreign keys off (`memberships.ts`): each person and group they refer
-- to is there, and cannot go before this transaction ends. Those it made itself nobody else can see, let alone remove.
-- Each is of the plan's people and groups, of which there is one to twenty memberships: those are looked through first.
do $$ begin
  if exists (select from plan_person where not is_new) then
    perform from users u
      where u.id in (select n.user_id from membership_new n join plan_person p using (user_id) where not p.is_new)
        for key share;
  end if;
  if exists (select from plan_group where not is_new) then
    perform from groups g
      where g.id in (select n.group_id from membership_new n join plan_group p using (group_id) where not p.is_new)
        for key share;
  end if;
  if exists (select from plan_person p where not exists (select from users u where u.id = p.user_id))
     or exists (select from plan_group p where not exists (select from groups g where g.id = p.group_id)) then
    if exists (select from (select distinct user_id from membership_new) n
                where not exists (select from users u where u.id = n.user_id))
       or exists (select from (select distinct group_id from membership_new) n
                   where not exists (select from groups g where g.id = n.group_id)) then
      raise exception 'A membership refers to a person or a group that is gone' using errcode = 'foreign_key_violation';
    end if;
  end if;
end $$;
