-- A large import writes memberships in a session in which only triggers that always fire do (0021). Those that note which
-- schools an operation concerns did not, so a school of which nothing else changed missed the import in its log.
alter table journal.operation enable always trigger operation_reach;
alter table journal.change enable always trigger change_reach;
alter table journal.bundle_membership enable always trigger bundle_reach;

insert into journal.reach
  select distinct g.school_id, b.operation_id
    from journal.bundle_membership b join groups g on g.id = b.group_id where g.school_id is not null
  union
  select distinct g.school_id, c.operation_id
    from journal.change c
    join journal.operation o on o.id = c.operation_id and o.owner_node is not null
    join groups g on g.id = split_part(c.row_key, '/', 1)::bigint
   where c.table_name = 'membership' and c.school_id is null and g.school_id is not null
on conflict do nothing;
