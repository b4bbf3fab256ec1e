-- A process may be killed, or lose its connection, between asking for an object and hearing that it was made. Under the
-- name it was asked for it is found again, even when its owner is renamed or gone by then: nobody gets a second account,
-- and none is left open that the portal does not know.
alter table directory.due add column asked_name text;
comment on column directory.due.asked_name is 'The name a new object was last asked for under; nothing once it is known';
create index due_asked on directory.due (lower(asked_name)) where asked_name is not null;
