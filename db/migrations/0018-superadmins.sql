-- Why somebody looks after the whole municipality (specification §7 "Superadmin"): said when the role is given.
alter table role_grant add column comment text check (comment !~ '[<>]' and length(comment) between 1 and 256);
comment on column role_grant.comment is 'Why the role is held; for roles of the whole owner';

select journal.watch('role_grant', array['id'], school_column => 'school_id');
