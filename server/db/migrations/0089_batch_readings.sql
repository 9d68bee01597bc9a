-- How the file of a batch was read: what was left out of it, and what its uploader chose. Null if all of it was read.
alter table batch_transfers add column if not exists reading jsonb;

-- Each sheet with payments may be uploaded as a batch of its own; '' if the file has no other one.
alter table batch_transfers add column if not exists sheet_name text not null default '';
drop index if exists batch_transfers_by_file;
create unique index if not exists batch_transfers_by_file
  on batch_transfers (merchant_id, file_sha256, sheet_name) where status <> 'discarded';
