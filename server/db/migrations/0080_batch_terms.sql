-- The rule that the rows of a batch were checked with. Null for batches of earlier versions: their drafts must be checked
-- again before they are submitted.
alter table batch_transfers add column if not exists deduction text check (deduction in ('inner', 'outer'));
