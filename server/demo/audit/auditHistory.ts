import type { Transaction } from 'kysely';
import { recordAudits, type AuditEvent } from '#server/audit/recordAudit.ts';
import type { Database } from '#server/db/schema.ts';
import {
  adjustmentEvents,
  depositEvents,
  paymentEvents,
  payoutEvents,
  withdrawalEvents,
  type PlatformLog,
} from './eventsOf.ts';

type Tx = Transaction<Database>;

/** Rows of one statement. */
const ROWS_AT_ONCE = 2_000;

/** Writes down who did what with the demo's requests and payouts, in the order in which it happened. */
export async function auditHistory(tx: Tx): Promise<void> {
  const platform = await tx
    .selectFrom('merchants')
    .where('type', '=', 'platform')
    .select(['merchant_id', 'name'])
    .executeTakeFirstOrThrow();
  const byLog = new Map<string, AuditEvent[]>();
  for (const event of await eventsFrom(tx, platform)) {
    const log = byLog.get(event.actor.merchantId) ?? [];
    log.push(event);
    byLog.set(event.actor.merchantId, log);
  }
  // The logs are locked in the order of the tenants' ids, as all do.
  for (const [, events] of [...byLog].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const inOrder = events.toSorted((one, other) => one.at.getTime() - other.at.getTime());
    for (let from = 0; from < inOrder.length; from += ROWS_AT_ONCE) {
      await recordAudits(tx, inOrder.slice(from, from + ROWS_AT_ONCE));
    }
  }
}

async function eventsFrom(tx: Tx, platform: PlatformLog): Promise<AuditEvent[]> {
  const told = await toldOf(tx);
  const untold = <Row extends { id: string }>(rows: Row[]) => rows.filter(({ id }) => !told.has(id));
  const deposits = untold(await tx.selectFrom('deposits').selectAll().execute());
  const withdrawals = untold(await tx.selectFrom('withdrawals').selectAll().execute());
  const payments = untold(await tx.selectFrom('payment_requests').selectAll().execute());
  const adjustments = untold(await tx.selectFrom('adjustments').selectAll().execute());
  const payouts = untold(await tx.selectFrom('payouts').where('finished_at', 'is not', null).selectAll().execute());
  return [
    ...deposits.flatMap((row) => depositEvents(row, platform)),
    ...withdrawals.flatMap((row) => withdrawalEvents(row, platform)),
    ...payments.flatMap(paymentEvents),
    ...adjustments.flatMap((row) => adjustmentEvents(row, platform)),
    ...payouts.flatMap(payoutEvents),
  ];
}

/** Records that have been told of: somebody has worked with the demo before. */
async function toldOf(tx: Tx): Promise<ReadonlySet<string>> {
  const rows = await tx.selectFrom('audit_logs').select('record_id').distinct().execute();
  return new Set(rows.map(({ record_id }) => record_id));
}
