-- Locked by the writers that change a tree or a manual order: a row per tenant and table of such records.
create table if not exists arrangements (
  merchant_id uuid not null,
  resource text collate "C" not null, -- table of the records
  primary key (merchant_id, resource)
);
