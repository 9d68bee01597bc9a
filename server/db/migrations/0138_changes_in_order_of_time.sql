-- Finds the latest changes of all tenants, of which readers count those of the last seconds at each poll.
create index if not exists changes_at on changes (at);
