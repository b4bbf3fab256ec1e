-- Who takes over an exam without administering exams shows its hand-over code: the name counts up and can be guessed.
-- The default fills in a code for each exam there is.
alter table exam_group add column handover_code text not null default substr(replace(gen_random_uuid()::text, '-', ''), 1, 8);
alter table exam_group add column taken_from bigint references users on delete set null;
alter table exam_group add column taken_at timestamptz;
comment on column exam_group.handover_code is 'What a colleague types to take over the exam; another one after each time';
comment on column exam_group.taken_from is 'The responsible teacher before, who is told that somebody else is now';
comment on column exam_group.taken_at is 'When the teacher before was replaced';
create index exam_group_taken on exam_group (taken_from) where taken_from is not null;
select journal.watch('exam_group', array['id'], ignored => array['version', 'handover_code'], school_column => 'school_id');

alter table budget_use drop constraint budget_use_kind_check;
alter table budget_use add check (kind in ('exported-rows', 'number-misses', 'taken-answers', 'wrong-codes'));
