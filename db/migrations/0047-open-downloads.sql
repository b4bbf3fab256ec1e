-- Downloads whose process was killed are looked for every few minutes, in a table of millions of rows.
create index operation_open_download on journal.operation (lease_until) where owner_node is null and status = 'running';
