-- Words of existing rows, tenant by tenant.
insert into search_words (merchant_id, resource, row_id, word, field)
select merchant_id, 'orders', id, entry, 'payer_name'
from orders cross join lateral unnest(search_entries(payer_name)) as entry
where merchant_id = :merchant_id and payer_name is not null
on conflict do nothing;

insert into search_words (merchant_id, resource, row_id, word, field)
select merchant_id, 'payouts', id, entry, 'payee_name'
from payouts cross join lateral unnest(search_entries(payee_name)) as entry
where merchant_id = :merchant_id
on conflict do nothing;

insert into search_words (merchant_id, resource, row_id, word, field)
select merchant_id, 'batch_transfer_items', id, entry, 'payee_name'
from batch_transfer_items cross join lateral unnest(search_entries(payee_name)) as entry
where merchant_id = :merchant_id
on conflict do nothing;

insert into search_words (merchant_id, resource, row_id, word, field)
select merchant_id, 'payment_requests', id, entry, 'payee_name'
from payment_requests cross join lateral unnest(search_entries(payee_name)) as entry
where merchant_id = :merchant_id
on conflict do nothing;

insert into search_words (merchant_id, resource, row_id, word, field)
select merchant_id, 'deposits', id, entry, 'payer_name'
from deposits cross join lateral unnest(search_entries(payer_name)) as entry
where merchant_id = :merchant_id
on conflict do nothing;

insert into search_words (merchant_id, resource, row_id, word, field)
select merchant_id, 'withdrawals', id, entry, 'card_holder'
from withdrawals cross join lateral unnest(search_entries(card_holder)) as entry
where merchant_id = :merchant_id
on conflict do nothing;

insert into search_words (merchant_id, resource, row_id, word, field)
select merchant_id, 'bankcards', id, entry, field
from bankcards cross join lateral (values ('name', name), ('bank_name', bank_name)) as searched (field, value)
cross join lateral unnest(search_entries(value)) as entry
where merchant_id = :merchant_id
on conflict do nothing;

insert into search_words (merchant_id, resource, row_id, word, field)
select merchant_id, 'payees', id, entry, field
from payees cross join lateral (values ('name', name), ('bank_name', bank_name)) as searched (field, value)
cross join lateral unnest(search_entries(value)) as entry
where merchant_id = :merchant_id
on conflict do nothing;

insert into search_words (merchant_id, resource, row_id, word, field)
select merchant_id, 'users', id, entry, field
from users cross join lateral (values ('username', username), ('real_name', real_name)) as searched (field, value)
cross join lateral unnest(search_entries(value)) as entry
where merchant_id = :merchant_id
on conflict do nothing;

insert into search_words (merchant_id, resource, row_id, word, field)
select merchant_id, 'roles', id, entry, field
from roles cross join lateral (values ('name', name), ('description', description)) as searched (field, value)
cross join lateral unnest(search_entries(value)) as entry
where merchant_id = :merchant_id
on conflict do nothing;
