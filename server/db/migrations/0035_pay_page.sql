-- Where payers pay, and the page on which the sandbox lets them.

alter table order_jobs add column if not exists pay_url text; -- as the channel has said; null: it has not, or needs none

alter table sandbox_collections add column if not exists token text collate "C"; -- of the page; null: made before there was one
alter table sandbox_collections add column if not exists page_opened_at timestamptz; -- from then on the payer decides
create unique index if not exists sandbox_collections_by_token on sandbox_collections (merchant_id, token);

alter table sandbox_collections drop constraint if exists sandbox_collections_status_check;
alter table sandbox_collections add constraint sandbox_collections_status_check
  check (status in ('waiting', 'paid', 'failed', 'declined', 'closed'));
