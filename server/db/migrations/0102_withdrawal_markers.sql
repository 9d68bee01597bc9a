-- Operators who marked a withdrawal as paid or as returned: it counts in what they decided alone, see `decidedAlone`.
alter table withdrawals add column if not exists marker_id uuid;
