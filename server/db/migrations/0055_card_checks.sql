-- Card numbers of a batch are checked as in the forms: one that looks mistyped has to be accepted before it is paid.

alter table batch_transfer_items add column if not exists card_check text; -- sound, a concern, or null: not checked
alter table batch_transfer_items add column if not exists card_accepted boolean not null default false;
