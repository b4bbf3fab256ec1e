-- Before many memberships are written with their foreign keys off (`memberships.ts`): each person and group they refer
-- to is there, and cannot go before this transaction ends. Those it made itself nobody else can see, let alone remove.
-- All are of the plan's people and groups, which are looked through instead: there are twenty memberships to a person.
do $$ begin
  perform from users u
    where u.id in (select p.user_id from plan_person p
                    where not p.is_new and exists (select from membership_new n where n.user_id = p.user_id))
      for key share;
  perform from groups g
    where g.id in (select p.group_id from plan_group p
                    where not p.is_new and exists (select from membership_new n where n.group_id = p.group_id))
      for key share;
  if exists (select from membership_new n
              where n.user_id in (select p.user_id from plan_person p
                                   where not exists (select from users u where u.id = p.user_id)))
     or exists (select from membership_new n
                 where n.group_id in (select p.group_id from plan_group p
                                       where not exists (select from groups g where g.id = p.group_id))) then
    raise exception 'A membership refers to a person or a group that is gone' using errcode = 'foreign_key_violation';
  end if;
end $$;
