-- Where a part of a seal ends (0023) was found by sorting everything that was left of the operation, for each part anew. The
-- two keys are merged instead, and read no further than the part goes; for that the conditions stand outside the union.
create or replace function journal.end_of_part(operation bigint, after bigint, at_most integer) returns bigint language plpgsql stable
set search_path = pg_catalog, pg_temp set enable_sort = off set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  places text;
  place record;
  through bigint;
  total bigint := 0;
begin
  select string_agg(format(' union all select operation_id, first_id, cardinality(ids) from journal.%I', relname), '')
    into places from pg_class
   where relnamespace = 'journal'::regnamespace and relkind = 'r' and relname like 'bundle\_%';
  for place in execute format('select first_id, changes from (
      select operation_id, id as first_id, 1 as changes from journal.change %s) p
      where operation_id = $1 and first_id > $2 order by first_id limit $3', places) using operation, after, at_most loop
    through := place.first_id;
    total := total + place.changes;
    exit when total >= at_most;
  end loop;
  return through;
end $$;
