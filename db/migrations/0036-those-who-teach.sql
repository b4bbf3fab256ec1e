-- Which groups nobody teaches is asked by every home page. Of a whole municipality each group was looked through with all its
-- pupils; this holds the one membership in seventeen that teaches, so writing the others costs nothing.
create index membership_teaching on membership (group_id, role) include (user_id, start_on, end_on)
  where role in ('teacher', 'contactTeacher');
comment on index membership_teaching is 'Who teaches which group';
