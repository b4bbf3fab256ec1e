-- Exports: which rows were chosen for one, and how much each person has taken out lately. Both are plumbing of the
-- portal and no domain of the school's, so the journal does not watch them: that something was exported is logged
-- with the export itself.

-- Rows chosen on the screen, too many for an address. Lives for the minutes between the choice and the download.
create table export_choice (
  id       uuid primary key,
  user_id  bigint not null references users on delete cascade,
  -- False: these rows alone. True: everything that matches but these.
  except_these boolean not null,
  keys     text[] not null,
  made_at  timestamptz not null
);
create index export_choice_by_age on export_choice (made_at);

-- Rows taken out in files, for the budget that each role has (design: exports have a budget and an alert above it).
create table export_tally (
  user_id  bigint not null references users on delete cascade,
  taken_at timestamptz not null,
  rows     integer not null
);
create index export_tally_by_user on export_tally (user_id, taken_at);
