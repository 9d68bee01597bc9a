-- The version that the calls of a key are answered in. Keys from before there were versions have the first one.
alter table merchant_keys add column if not exists gateway_version text not null default '2026-11-28';
alter table signing_keys add column if not exists gateway_version text not null default '2026-11-28';

create or replace view v_signing_keys as
  select k.merchant_id, k.id, k.name, false as is_default, k.key_tail, k.may_collect, k.may_pay, k.may_query, k.addresses,
    k.ends_at, k.end_reason, k.creator_id, k.last_used_at, k.last_used_ip, k.revision, k.created_at, k.updated_at,
    k.sign_types, k.per_call_limit, k.per_day_limit, k.is_approved, k.approver_id, k.proposal, k.proposer_id, k.proposed_at,
    m.currency, m.approval_threshold, k.may_list, k.gateway_version
  from signing_keys k join merchants m on m.merchant_id = k.merchant_id
  union all
  select k.merchant_id, k.id, '' as name, true, k.key_tail, true, true, true, '' as addresses, k.ends_at,
    case when k.ends_at is not null then 'replaced' end, k.creator_id, k.last_used_at, k.last_used_ip, 1, k.created_at,
    k.created_at, 'any', k.per_call_limit, k.per_day_limit, true, k.approver_id, k.proposal, k.proposer_id, k.proposed_at,
    m.currency, m.approval_threshold, true, k.gateway_version
  from merchant_keys k join merchants m on m.merchant_id = k.merchant_id;
