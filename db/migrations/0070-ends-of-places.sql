-- The owner's close wins: no school gives an account another last day, or opens it, once the owner has said when it ends
-- (decision 0009). Who set a last day that stands already is not known; it counts as a school's.
alter table users add column expires_by_owner boolean not null default false;
comment on column users.expires_by_owner is 'The last day was set by a role of the whole owner, and no school changes it';

-- A school ends a person's place there for good; the row stays as long as the source says that the person is there, and is
-- blocked meanwhile.
alter table school_user
  add column ended_on date,
  add column ended_by_owner boolean not null default false;
comment on column school_user.ended_on is 'The place was ended for good on this day; it is blocked, and goes when its source takes it away';
comment on column school_user.ended_by_owner is 'By a role of the whole owner: no school gives the place back';
