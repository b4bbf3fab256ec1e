-- What may happen to a school in one night before a person has to look: by kind, in per cent of those there are and in
-- absolute figures. `stage_threshold` and `stage_decision` hold the limits and what people decided earlier.
create function pg_temp.breaches(what text, school integer, rows bigint, people bigint) returns boolean language sql stable as $$
  -- A school that had nobody is new itself: everybody may come. Those who come from another school are weighed there.
  select not (what = 'new' and people = 0)
     and not (what = 'changed' and not exists (select from public.school_user su where su.school_id = school))
     and (coalesce(rows > t.at_most, false)
          or coalesce(rows > people * t.share
               -- Fewer than the least are let through, but not everybody of a small school.
               and rows >= case when what = 'left' then least(t.at_least, people) else t.at_least end, false))
    from pg_temp.stage_threshold t where t.kind = what
$$;

create function pg_temp.verdict(what text, school integer, rows bigint, people bigint) returns text language sql stable as $$
  select case
    when not pg_temp.breaches(what, school, rows, people) then 'within'
    when what = 'left' and (select accept_leavers from pg_temp.stage_run) then 'accepted'
    else coalesce(
      (select d.decision from pg_temp.stage_decision d
        where d.kind = what and d.school_id is not distinct from school
          -- More than was accepted is something else than was accepted.
          and (d.decision <> 'accepted' or verdict.rows <= d.rows)),
      'held') end
$$;

create temp table slice_verdict (
  school_id integer,
  kind      text,
  rows      bigint,
  people    bigint,
  verdict   text,
  -- Slices with the same number are one hold and have one decision; null: within the limits.
  hold      integer,
  -- Accepted, but people of it are held because of another slice.
  is_pending boolean not null default false
);
create function pg_temp.is_held(verdict text) returns boolean language sql immutable as $$
  select verdict in ('held', 'rejected', 'postponed')
$$;
