-- The merchant's own page of payment rules also has those about people and keys.
create or replace view v_payment_rules as
  select m.merchant_id, m.merchant_id as id, m.name, m.currency, m.approval_threshold, m.daily_total,
    m.sum_window_hours, m.card_cooling_hours, m.only_saved_payees, m.created_at, m.updated_at, m.revision,
    m.people_waiting_hours, m.strict_checkers, m.keys_over_limit, m.refuse_md5
  from merchants m where m.type = 'merchant';
