-- What the portal's keepers must know of work that leaves no other trace: when each job, backup, restore test and check
-- of the journal last worked, and how the last one that did not has failed. Real time.

create table portal_mark (
  name      text primary key,
  worked_at timestamptz,
  failed_at timestamptz,
  failure   text,
  asked_at  timestamptz,
  details   jsonb not null default '{}'
);
comment on column portal_mark.name is 'job/<name of the schedule>, backup, restore-test, journal-check';
comment on column portal_mark.failure is 'What was said when it last failed; null once it has worked again';
comment on column portal_mark.asked_at is 'Somebody asked for it and no node has finished it yet';
comment on column portal_mark.details is 'Figures of the last time it worked';
