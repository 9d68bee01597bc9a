-- How a second operator is related to the first one, if they are and nobody else could decide, and since when.
alter table operator_requests add column if not exists checker_relation text;
alter table operator_requests add column if not exists checker_related_at timestamptz;
alter table operator_requests drop column if exists approver_note;
