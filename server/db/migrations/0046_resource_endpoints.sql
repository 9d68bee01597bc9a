-- Which declared resource each endpoint belonged to when a server last ran, so that a new file does not take it over
-- while no server runs. The rows belong to the platform.
create table if not exists resource_endpoints (
  merchant_id uuid not null,
  endpoint text not null,
  name text not null,
  updated_at timestamptz not null,
  primary key (merchant_id, endpoint)
);
