import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { columnsIn } from '#server/db/columnsIn.ts';
import { plainRecord } from '#server/resources/plainRecord.ts';
import type { RecordSource } from '#server/resources/RecordSource.ts';
import { rowSource } from '#server/resources/tableSource.ts';

/** Views and tables that a resource is read from as they are: nothing in them is kept from those who may list them. */
const VIEWS = {
  channels: 'v_channels',
  payouts: 'v_payouts',
  ledgers: 'v_ledgers',
  bankcards: 'v_bankcards',
  deposits: 'deposits',
  withdrawals: 'v_withdrawals',
  payment_requests: 'v_payment_requests',
  batch_transfers: 'batch_transfers',
  batch_transfer_items: 'v_batch_transfer_items',
  submerchants: 'v_submerchants',
  submerchant_orders: 'v_submerchant_orders',
  submerchant_payouts: 'v_submerchant_payouts',
  roles: 'v_roles',
  users: 'v_users',
  sessions: 'v_sessions',
  audit_logs: 'v_audit_logs',
  merchants: 'v_merchants',
  platform_channels: 'v_platform_channels',
  platform_settings: 'v_platform_settings',
  merchant_rates: 'v_merchant_rates',
  deposit_reviews: 'v_deposit_reviews',
  withdrawal_reviews: 'v_withdrawal_reviews',
  adjustments: 'v_adjustments',
} as const;

/** Where each of them is read from, by the name of the resource. */
export async function viewSources(db: Db): Promise<[resource: string, source: RecordSource][]> {
  return Promise.all(
    Object.entries(VIEWS).map(async ([resource, view]): Promise<[string, RecordSource]> => {
      const columns = await columnsIn(db.kysely, view);
      columns.delete('merchant_id');
      return [resource, rowSource(db, sql.table(view), plainRecord, [...columns])];
    }),
  );
}
