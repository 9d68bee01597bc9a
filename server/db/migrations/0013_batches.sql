-- What a batch needs from its upload to its submission: the channel that its payouts leave through, how often it has been
-- changed (whoever submits it says which state they have seen), and of each item what was wrong with the cells of its row.

alter table batch_transfers add column if not exists channel_id uuid;
alter table batch_transfers add column if not exists revision integer not null default 1;

-- The same file is refused, unless it was discarded.
alter table batch_transfers drop constraint if exists batch_transfers_merchant_id_file_sha256_key;
create unique index if not exists batch_transfers_by_file
  on batch_transfers (merchant_id, file_sha256) where status <> 'discarded';

alter table batch_transfer_items add column if not exists problems jsonb; -- { column: [{ key, args }] }
alter table batch_transfer_items add column if not exists amount_text text; -- as it was written
alter table batch_transfer_items add column if not exists card_hash text; -- tells equal cards of one merchant
alter table batch_transfer_items add column if not exists recent_payout_no text; -- of the same card and amount
create index if not exists batch_transfer_items_by_batch_status
  on batch_transfer_items (merchant_id, batch_id, status, line_no);
create index if not exists batch_transfer_items_by_payout on batch_transfer_items (merchant_id, payout_id);
create index if not exists batch_transfer_items_by_card on batch_transfer_items (merchant_id, batch_id, card_hash, amount);
