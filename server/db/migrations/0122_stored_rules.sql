-- Older versions may write
-- The conditions that the records of a stored resource have been held against. Null if an earlier version has done it.
alter table stored_resources add column if not exists rules jsonb;
