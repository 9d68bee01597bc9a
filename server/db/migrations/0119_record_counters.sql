-- The last numbers that the server has assigned to records, by field and series.
create table if not exists record_counters (
  merchant_id uuid not null,
  resource text collate "C" not null,
  field text collate "C" not null,
  series text collate "C" not null, -- the number with {} in place of its digits: INV-2026-{}
  last bigint not null,
  primary key (merchant_id, resource, field, series)
) with (fillfactor = 50); -- so that a new version of a row fits beside it
