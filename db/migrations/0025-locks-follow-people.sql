-- A lock reaches the members of its groups wherever they sit: the points of their other schools are told of it too. Who
-- begins or ceases to belong to a school beside that of their groups changes what the school's points hold.

create function tell_of_school_user() returns trigger language plpgsql as $$
begin
  -- Most writes of who belongs where are the import's, when there may be no lock at all, of people with one school.
  if not is_any_lock() then return null; end if;
  perform tell_over_groups(array(
    select distinct g.id from touched t join membership m on m.user_id = t.user_id
      join groups g on g.id = m.group_id and g.school_id is distinct from t.school_id));
  return null;
end $$;
create trigger tell_points_insert after insert on school_user referencing new table as touched
  for each statement execute function tell_of_school_user();
create trigger tell_points_delete after delete on school_user referencing old table as touched
  for each statement execute function tell_of_school_user();
