/**
 * Where the rows of a table are, if a database distributes tables over nodes:
 *
 * - `distributed`: each tenant's rows on one node, with those of all other distributed tables
 * - `reference`: all rows on each node, because rows of other tenants are joined with them
 * - `local`: all rows on the first node
 */
export type TableClass = 'distributed' | 'reference' | 'local';

const CLASSES: Readonly<Record<TableClass, string>> = {
  distributed: `
    adjustments api_calls arrangements audit_heads audit_logs authenticator_changes bankcards batch_transfer_items
    batch_transfers changes deposits enrolments file_parts files gateway_events gateway_nonces idempotency_keys
    import_jobs import_rows imports known_origins ledger_entries ledger_lines ledger_transactions
    login_password_attempts mail_jobs menu_versions menus merchant_keys notifications notify_attempts notify_jobs
    operator_requests order_buckets order_days order_deltas order_jobs orders pay_password_attempts payees
    payment_requests payout_jobs payouts platform_limits record_counters record_links recovery_codes refund_jobs
    refunds resource_endpoints role_permissions roles roll_outs rolled_out_grants rolled_out_pages
    sandbox_collections sandbox_orders schedule_jobs schedules search_words sessions sign_in_resets signing_keys
    statement_announcements task_jobs task_parts tasks terms_versions totp_attempts unapproved_outflows user_powers
    user_roles users wallets webhook_deliveries webhook_endpoints withdrawals`,
  reference: 'channel_connections channels merchant_descendants merchants',
  local: `
    call_counts directory locks schema_migrations settings sign_in_failures stored_resources writer_versions`,
};

/** Class of each table by name, in the order of the classes. Tables of declared resources are distributed. */
export const TABLE_CLASSES: ReadonlyMap<string, TableClass> = new Map(
  (['distributed', 'reference', 'local'] as const).flatMap((one) =>
    CLASSES[one]
      .trim()
      .split(/\s+/)
      .map((table) => [table, one] as const),
  ),
);
