-- Internet locks, what they leave open, and exams (specification §2 "Internet", §3, §4, §5, §9).
--
-- What a lock does follows from the rows here and the clock alone (`src/kernel/internet`): nothing has to run for a
-- lock to begin or end, so an enforcement point that holds these facts goes on when the portal is away.

-- Domains under a name, for locks to choose: a school's own, or (school_id null) everybody's.
create table domain_package (
  id         integer generated always as identity primary key,
  school_id  integer references school,
  name       text not null check (length(name) <= 64),
  domains    text[] not null,
  changed_by text not null,
  changed_at timestamptz not null,
  created_at timestamptz not null,
  version    integer not null default 1
);
comment on table domain_package is 'Domains that locks open together; of a school, or (school_id null) of the whole owner';
comment on column domain_package.domains is 'As kernel/internet/domain.ts keeps them: lower case, ASCII';
create unique index domain_package_name on domain_package (coalesce(school_id, 0), lower(name));

-- Open in every lock: the owner's pages (school_id null) and the school's own.
create table always_open_page (
  id        integer generated always as identity primary key,
  school_id integer references school,
  domain    text not null,
  added_by  text not null,
  added_at  timestamptz not null,
  unique nulls not distinct (school_id, domain)
);
comment on table always_open_page is 'Domains that no lock shuts';

-- Allowed net-based aids of exams. They open for exam users alone (specification §5).
create table exam_resource (
  id         integer generated always as identity primary key,
  school_id  integer references school,
  name       text not null check (length(name) <= 64),
  domains    text[] not null,
  changed_by text not null,
  changed_at timestamptz not null
);
comment on table exam_resource is 'What an exam lock with exam resources opens for exam users; of a school, or (school_id null) of the whole owner';
create unique index exam_resource_name on exam_resource (coalesce(school_id, 0), lower(name));

-- An exam's anonymous candidates, each with an account for that day.
create table exam_group (
  id               integer generated always as identity primary key,
  school_id        integer not null references school,
  name             text not null check (length(name) <= 64),
  description      text not null,
  exam_on          date not null,
  teacher_id       bigint references users on delete set null,
  common_path_win  text,
  home_path_win    text,
  common_path_mac  text,
  home_path_mac    text,
  ended_at         timestamptz,
  created_by       text not null,
  created_at       timestamptz not null,
  version          integer not null default 1
);
comment on table exam_group is 'Those who sit one exam together, as accounts without names';
comment on column exam_group.name is 'Unique among exam groups; locks are laid on it like on any group';
comment on column exam_group.teacher_id is 'Who sees the passwords, takes over and ends besides those who administer exams';
comment on column exam_group.ended_at is 'Ended by a person before the day was over';
create unique index exam_group_name on exam_group (lower(name));
create index exam_group_by_school on exam_group (school_id, exam_on desc);
create index exam_group_by_teacher on exam_group (teacher_id) where teacher_id is not null;

create table exam_candidate (
  id              bigint generated always as identity primary key,
  exam_group_id   integer not null references exam_group on delete cascade,
  number          integer not null check (number between 1 and 9999),
  user_name       text not null check (user_name = lower(user_name) and length(user_name) <= 20),
  password_cipher bytea,
  password_set_at timestamptz,
  late            boolean not null default false,
  last_login_at   timestamptz,
  machine         text,
  created_at      timestamptz not null,
  unique (exam_group_id, number)
);
comment on table exam_candidate is 'An account without a name for one exam; nothing here says who sat it';
comment on column exam_candidate.password_cipher is 'Encrypted, to be shown and printed; gone the day after the exam (domain.md §5)';
comment on column exam_candidate.late is 'Added after the others, during the exam or just before';
create unique index exam_candidate_user_name on exam_candidate (user_name);
create index exam_candidate_password on exam_candidate (exam_group_id) where password_cipher is not null;

create table internet_lock (
  id             bigint generated always as identity primary key,
  school_id      integer not null references school,
  description    text not null,
  starts_at      timestamptz not null,
  active_from    timestamptz not null,
  ends_at        timestamptz not null,
  immediate      boolean not null default false,
  exam           boolean not null default false,
  exam_resources boolean not null default false,
  chat           text not null default 'none' check (chat in ('none', 'restricted', 'blocked')),
  own_domains    text[] not null default '{}' check (cardinality(own_domains) <= 10),
  teacher_id     bigint references users on delete set null,
  created_by     text not null,
  created_at     timestamptz not null,
  ended_by       text,
  version        integer not null default 1,
  check (ends_at >= active_from and active_from >= starts_at),
  check (exam or not exam_resources)
);
comment on table internet_lock is 'A time in which some groups reach only chosen pages';
comment on column internet_lock.active_from is 'From when it locks: an exam lock 30 minutes after it was made at the earliest (specification §4)';
comment on column internet_lock.ends_at is 'From when it no longer locks; moved here when somebody ends it';
comment on column internet_lock.exam is 'Laid on an exam group';
comment on column internet_lock.teacher_id is 'Whose lock it is';
comment on column internet_lock.ended_by is 'Who ended it before its time';
create index internet_lock_by_school on internet_lock (school_id, active_from desc);
create index internet_lock_in_force on internet_lock (ends_at, active_from);

-- What a lock is laid on: a group, or an exam group.
create table internet_lock_target (
  id            bigint generated always as identity primary key,
  lock_id       bigint not null references internet_lock on delete cascade,
  group_id      bigint references groups on delete cascade,
  exam_group_id integer references exam_group on delete cascade,
  check (num_nonnulls(group_id, exam_group_id) = 1),
  unique nulls not distinct (lock_id, group_id, exam_group_id)
);
comment on table internet_lock_target is 'What a lock is laid on';
create index internet_lock_target_by_group on internet_lock_target (group_id) where group_id is not null;
create index internet_lock_target_by_exam on internet_lock_target (exam_group_id) where exam_group_id is not null;

-- A lock follows the changes of its packages. One that a lock to come or in force uses is not deleted (specification §8).
create table internet_lock_package (
  lock_id    bigint not null references internet_lock on delete cascade,
  package_id integer not null references domain_package on delete cascade,
  primary key (lock_id, package_id)
);
comment on table internet_lock_package is 'Domain packages a lock opens';
create index internet_lock_package_by_package on internet_lock_package (package_id);

-- Somebody for whom a running lock does not count.
create table internet_lock_opening (
  id           bigint generated always as identity primary key,
  lock_id      bigint not null references internet_lock on delete cascade,
  user_id      bigint references users on delete cascade,
  candidate_id bigint references exam_candidate on delete cascade,
  until_at     timestamptz,
  comment      text,
  opened_by    text not null,
  opened_at    timestamptz not null,
  check (num_nonnulls(user_id, candidate_id) = 1),
  unique nulls not distinct (lock_id, user_id, candidate_id)
);
comment on table internet_lock_opening is 'Opened by name in spite of a lock, from opened_at until until_at or the lock''s end';
create index internet_lock_opening_by_user on internet_lock_opening (user_id) where user_id is not null;

-- A school's own ready-made locks, and when its lessons are, so that a lock can end with the lesson.
create table lock_template (
  id         integer generated always as identity primary key,
  school_id  integer not null references school,
  name       text not null check (length(name) <= 64),
  settings   jsonb not null,
  created_by text not null,
  created_at timestamptz not null
);
comment on table lock_template is 'What a lock is to be, but for its groups and times';
create unique index lock_template_name on lock_template (school_id, lower(name));

create table lesson_time (
  id        integer generated always as identity primary key,
  school_id integer not null references school,
  starts_at time not null,
  ends_at   time not null check (ends_at > starts_at),
  unique (school_id, starts_at)
);
comment on table lesson_time is 'The lessons of a school day, in Norwegian time';

select journal.watch('domain_package', array['id'], ignored => array['version'], school_column => 'school_id');
select journal.watch('always_open_page', array['id'], school_column => 'school_id');
select journal.watch('exam_resource', array['id'], school_column => 'school_id');
select journal.watch('exam_group', array['id'], ignored => array['version'], school_column => 'school_id');
select journal.watch('exam_candidate', array['id'],
  secret => array['password_cipher'], ignored => array['last_login_at', 'machine']);
select journal.watch('internet_lock', array['id'], ignored => array['version'], school_column => 'school_id');
select journal.watch('internet_lock_target', array['id']);
select journal.watch('internet_lock_package', array['lock_id', 'package_id']);
select journal.watch('internet_lock_opening', array['id']);
select journal.watch('lock_template', array['id'], school_column => 'school_id');
select journal.watch('lesson_time', array['id'], school_column => 'school_id');
