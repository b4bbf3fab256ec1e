-- Whether the directory was read before or after the portal brought an object must not hang on the portal's clock, which a
-- demo moves back, nor on two nodes agreeing about the time: the database says it.
alter table directory.object add column brought_at timestamptz;
comment on column directory.object.held_at is 'When the directory was last brought to the wanted state, by the portal''s clock: for people';
comment on column directory.object.brought_at is 'The same by the database''s: what was read of the directory before it says nothing';
