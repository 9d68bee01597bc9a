-- Only operators could disable a merchant without a parent: it is suspended since then, for a reason that nobody kept.
update merchants set suspended_at = updated_at, status = 'active'
where type = 'merchant' and parent_id is null and status = 'disabled' and suspended_at is null;
