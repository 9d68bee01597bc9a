-- Lists for merchants' servers. A key that may query reads a record whose number it knows; one that may list reads all.
alter table signing_keys add column if not exists may_list boolean not null default false;

create or replace view v_signing_keys as
  select k.merchant_id, k.id, k.name, false as is_default, k.key_tail, k.may_collect, k.may_pay, k.may_query, k.addresses,
    k.ends_at, k.end_reason, k.creator_id, k.last_used_at, k.last_used_ip, k.revision, k.created_at, k.updated_at,
    k.sign_types, k.per_call_limit, k.per_day_limit, k.is_approved, k.approver_id, k.proposal, k.proposer_id, k.proposed_at,
    m.currency, m.approval_threshold, k.may_list
  from signing_keys k join merchants m on m.merchant_id = k.merchant_id
  union all
  select k.merchant_id, k.id, '' as name, true, k.key_tail, true, true, true, '' as addresses, k.ends_at,
    case when k.ends_at is not null then 'replaced' end, k.creator_id, k.last_used_at, k.last_used_ip, 1, k.created_at,
    k.created_at, 'any', k.per_call_limit, k.per_day_limit, true, k.approver_id, k.proposal, k.proposer_id, k.proposed_at,
    m.currency, m.approval_threshold, true
  from merchant_keys k join merchants m on m.merchant_id = k.merchant_id;

alter table api_calls drop constraint if exists api_calls_call_check;
alter table api_calls add constraint api_calls_call_check
  check (call in ('collect', 'payout', 'refund', 'query', 'list')) not valid; -- holds for old rows

-- The ends of orders, of payouts that the merchant's server requested, and of refunds, in the order of their times. Each
-- record ends once, so the row has its ID.
create table if not exists gateway_events (
  merchant_id uuid not null,
  created_at timestamptz not null, -- when the record ended
  id uuid not null,
  resource text not null check (resource in ('orders', 'payouts', 'refunds')),
  status text not null,
  primary key (merchant_id, created_at, id)
);

create or replace function note_end() returns trigger language plpgsql as $$
begin
  insert into gateway_events (merchant_id, created_at, id, resource, status)
    values (new.merchant_id, new.updated_at, new.id, tg_table_name, new.status);
  return null;
end $$;
create or replace trigger note_end after update of status on orders for each row
  when (old.status is distinct from new.status and new.status in ('success', 'failed', 'closed'))
  execute function note_end();
create or replace trigger note_end after update of status on payouts for each row
  when (old.status is distinct from new.status and new.status in ('success', 'failed') and new.source = 'api')
  execute function note_end();
create or replace trigger note_end after update of status on refunds for each row
  when (old.status is distinct from new.status and new.status in ('success', 'failed', 'rejected', 'cancelled'))
  execute function note_end();
