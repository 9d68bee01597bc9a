-- The rule that the rows of a batch were checked with. Null for batches of earlier versions: their drafts must be checked
-- again before they are submitted.
alter table batch_transfers add column if not exists deduction text check (deduction in ('inner', 'outer'));

-- The paid amount of a batch is what its payees got. Submitted batches of earlier versions have the rule of their payouts.
create or replace view v_batch_transfers as
  select b.merchant_id, b.id, b.batch_no, b.file_name, b.file_sha256, b.total_count, b.valid_count, b.invalid_count,
    b.total_amount, b.total_fee, b.success_count, b.failed_count,
    case terms.deduction when 'inner' then b.success_amount - b.success_fee else b.success_amount end as success_amount,
    b.success_fee, b.currency, b.status, b.creator_id, b.approver_id, b.submitted_at, b.channel_id, b.revision,
    b.repeats_batch_id, b.created_at, b.updated_at, terms.deduction
  from batch_transfers b
  cross join lateral (
    select coalesce(b.deduction, (
      select p.deduction from payouts p where p.merchant_id = b.merchant_id and p.batch_id = b.id limit 1
    )) as deduction
  ) terms;
