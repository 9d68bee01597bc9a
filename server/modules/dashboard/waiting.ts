import { type RawBuilder, sql } from 'kysely';
import { WAITING_STATUS, type Waiting, type WaitingKind } from '#shared/contract/dashboard.ts';
import { waitEnds } from '#server/access/powers.ts';
import type { Db } from '#server/db/connect.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import type { Session } from '#server/http/session.ts';
import { decidingPower } from '#server/money/checkers.ts';

interface Source {
  /** Holders of one of these may act on it, those of the first approve it. The figure links to its list. */
  permissions: readonly string[];
  /** Table or view of the list. */
  table: string;
  /** SQL condition of the records on which their creator can't decide. */
  needsOther?: RawBuilder<unknown>;
}

const SOURCES: Record<WaitingKind, Source> = {
  payment_requests: {
    permissions: ['payment_requests.approve', 'payment_requests.reject'],
    table: 'payment_requests',
    needsOther: sql`true`,
  },
  refunds: {
    permissions: ['refunds.approve', 'refunds.reject'],
    table: 'refunds',
    needsOther: sql`true`,
  },
  batch_transfers: {
    permissions: ['batch_transfers.submit'],
    table: 'batch_transfers',
    needsOther: sql`
      total_amount > (select approval_threshold from merchants where merchant_id = batch_transfers.merchant_id)`,
  },
  deposit_reviews: {
    permissions: ['deposit_reviews.pass', 'deposit_reviews.reject'],
    table: 'v_deposit_reviews',
  },
  withdrawal_reviews: {
    permissions: ['withdrawal_reviews.approve', 'withdrawal_reviews.reject'],
    table: 'v_withdrawal_reviews',
  },
  adjustments: { permissions: ['adjustments.approve'], table: 'v_adjustments', needsOther: sql`true` },
  operator_requests: { permissions: ['operator_requests.approve'], table: 'operator_requests', needsOther: sql`true` },
};
const OF_PLATFORM: readonly WaitingKind[] = [
  'deposit_reviews',
  'withdrawal_reviews',
  'adjustments',
  'operator_requests',
];
const OF_MERCHANT: readonly WaitingKind[] = ['payment_requests', 'refunds', 'batch_transfers'];

/**
 * Number of items for each kind that the user may decide on or submit, including zeros, and when the user can do so if the
 * right still waits.
 */
export async function waitingCounts(
  db: Db,
  { merchantId, userId, permissions }: Session,
  at: Date,
): Promise<Waiting[]> {
  const usableFrom = (await waitEnds(db.kysely, { merchantId, userId }, at))(decidingPower(merchantId));
  const isPlatform = merchantId === PLATFORM_ID;
  const kinds = (isPlatform ? OF_PLATFORM : OF_MERCHANT).filter(
    (kind) => permissions.has(`${kind}.list`) && SOURCES[kind].permissions.some((key) => permissions.has(key)),
  );
  // The platform decides on the requests of all tenants.
  const ofTenant = isPlatform ? sql`true` : sql`merchant_id = ${merchantId}`;
  return Promise.all(
    kinds.map(async (kind) => {
      const { table, needsOther } = SOURCES[kind];
      const isOwn = needsOther ? sql`creator_id is not distinct from ${userId} and ${needsOther}` : sql`false`;
      const { rows } = await sql<{ count: number; own_count: number }>`
        select (count(*) filter (where not (${isOwn})))::integer as count,
               (count(*) filter (where ${isOwn}))::integer as own_count
        from ${sql.table(table)} where ${ofTenant} and status = ${WAITING_STATUS[kind]}`.execute(db.kysely);
      const [approve = ''] = SOURCES[kind].permissions;
      // Whether a batch needs the right to approve depends on who uploaded it.
      const waits = usableFrom !== null && kind !== 'batch_transfers' && permissions.has(approve);
      return {
        kind,
        count: rows[0]?.count ?? 0,
        own_count: rows[0]?.own_count ?? 0,
        ...(waits && { usable_from: usableFrom.toISOString() }),
      };
    }),
  );
}
