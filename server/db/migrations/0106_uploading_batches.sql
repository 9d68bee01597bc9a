-- The items of an upload are stored in pieces, each in a transaction of its own. Until the last one, the batch is `uploading`
-- and isn't shown.
alter table batch_transfers drop constraint if exists batch_transfers_status_check;
alter table batch_transfers add constraint batch_transfers_status_check
  check (status in ('uploading', 'draft', 'submitted', 'processing', 'done', 'partly_failed', 'failed', 'discarded'))
  not valid; -- holds for old rows
create index if not exists batch_transfers_uploading on batch_transfers (merchant_id, id) where status = 'uploading';

create or replace view v_batch_transfers as
  select b.merchant_id, b.id, b.batch_no, b.file_name, b.file_sha256, b.total_count, b.valid_count, b.invalid_count,
    b.total_amount, b.total_fee, b.success_count, b.failed_count,
    case terms.deduction when 'inner' then b.success_amount - b.success_fee else b.success_amount end as success_amount,
    b.success_fee, b.currency, b.status, b.creator_id, b.approver_id, b.submitted_at, b.channel_id, b.revision,
    b.repeats_batch_id, b.created_at, b.updated_at, terms.deduction, b.checker_relation, b.checker_related_at
  from batch_transfers b
  cross join lateral (
    select coalesce(b.deduction, (
      select p.deduction from payouts p where p.merchant_id = b.merchant_id and p.batch_id = b.id limit 1
    )) as deduction
  ) terms
  where b.status <> 'uploading';

create or replace view v_batch_transfer_items as
  select i.merchant_id, i.id, i.batch_id, i.line_no, i.payee_name, i.card_number_masked as card_number, i.bank_name,
    i.branch_name, i.amount, i.fee, i.currency, i.remark, i.status, i.error_code, i.error_msg, i.payout_id,
    i.created_at, i.updated_at, b.status as batch_status, i.repeats_payout_id
  from batch_transfer_items i
  join batch_transfers b on b.merchant_id = i.merchant_id and b.id = i.batch_id
  where b.status <> 'uploading';

-- Items appear with their batch, so its change announces them, once and not with each piece.
create or replace function note_batches() returns trigger language plpgsql as $$
begin
  insert into changes (merchant_id, xid, resource, user_id, at)
  select distinct c.merchant_id, pg_current_xact_id(), named.resource, '00000000-0000-0000-0000-000000000000'::uuid,
    clock_timestamp()
  from changed c cross join (values ('batch_transfers'), ('batch_transfer_items')) as named (resource)
  where c.status <> 'uploading'
  on conflict do nothing;
  return null;
end $$;
drop trigger if exists note_added on batch_transfer_items;
create or replace trigger note_added after insert on batch_transfers
  referencing new table as changed for each statement execute function note_batches();
create or replace trigger note_changed after update on batch_transfers
  referencing new table as changed for each statement execute function note_batches();
