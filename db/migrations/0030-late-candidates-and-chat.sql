-- Candidates who come late in large numbers are made in the background, as the first ones are.
alter table exam_group add column candidates_late boolean not null default false;
comment on column exam_group.candidates_late is 'Those who are being made come late: the others were all there';
select journal.watch('exam_group', array['id'], ignored => array['version'], school_column => 'school_id');

-- The chat follows a lock from when that was asked for, which may be long after the lock was made (specification §9).
alter table internet_lock add column chat_since timestamptz;
comment on column internet_lock.chat_since is 'From when the chat''s restriction was asked for; null = from when the lock was made';
select journal.watch('internet_lock', array['id'], ignored => array['version'], school_column => 'school_id');
