-- The first questions after a large import must not be planned by what the tables were before it.
reset default_statistics_target;
analyze school; analyze users; analyze user_source; analyze school_user; analyze groups; analyze membership;
analyze guardian; analyze user_guardian;
analyze journal.bundle_membership (operation_id, first_id, group_id);
