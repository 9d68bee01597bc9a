import { type Kysely, sql } from 'kysely';
import { v4 as uuidv4 } from 'uuid';
import { insertRows } from '#server/db/rows.ts';
import type { Database } from '#server/db/schema.ts';
import { isAboveLimit, limitOf } from '#server/modules/operatorRequests/service.ts';
import { batchApprovalOf } from '#server/modules/batches/rules/batchApproval.ts';
import { refundApprovalOf } from '#server/modules/refunds/refundTerms.ts';
import { approvalOf, type OutflowRow } from '#server/money/approvals.ts';
import { cardHash } from '#server/money/cardHash.ts';
import { mustWait, type PayingKey } from '#server/money/keyLimits.ts';
import { tenantSettings } from '#server/money/tenant.ts';
import { seedOptions } from './seededDatabase.ts';

const { cipher } = seedOptions();

/** A payment request, batch, refund, or call of a server, with the payouts that it made. */
export interface Outgoing {
  merchantId: string;
  table: 'payment_requests' | 'batch_transfers' | 'refunds';
  id: string;
  no: string;
  /** Null for a call of a server. */
  makerId: string | null;
  approverId: string | null;
  /** The rule that asked for approval, as stored. */
  stored: string | null;
  amount: bigint;
  at: Date;
  /** False if it waits or was given up: then nothing has left. */
  passed: boolean;
  parts: readonly { id: string; account: string; amount: bigint; failed: boolean }[];
}

const accountOf = (merchantId: string, encrypted: string) =>
  cardHash(cipher, merchantId, encrypted.replace('encrypted ', ''));

/** Everything that has left or waits to leave, oldest first. */
export async function outgoingOf(db: Kysely<Database>): Promise<Outgoing[]> {
  const payouts = await db.selectFrom('payouts').selectAll().execute();
  const partsOf = (made: typeof payouts) =>
    made.map(({ merchant_id, id, card_number, amount, status }) => ({
      ...{ id, amount, account: accountOf(merchant_id, card_number), failed: status === 'failed' },
    }));
  const calls = payouts
    .filter(({ source }) => source === 'api')
    .map((payout) => ({
      ...{ merchantId: payout.merchant_id, table: 'payment_requests' as const, id: payout.id, no: payout.order_no },
      ...{ makerId: null, approverId: null, stored: null, amount: payout.amount, at: payout.created_at, passed: true },
      parts: partsOf([payout]),
    }));
  const requests = (await db.selectFrom('payment_requests').selectAll().execute()).map((row) => ({
    ...{ merchantId: row.merchant_id, table: 'payment_requests' as const, id: row.id, no: row.request_no },
    ...{ makerId: row.creator_id, approverId: row.approver_id, stored: row.approval_rule, amount: row.amount },
    ...{ at: row.created_at, passed: row.status === 'pass' },
    parts:
      row.status === 'pass'
        ? partsOf(payouts.filter(({ payment_request_id }) => payment_request_id === row.id))
        : [{ id: row.id, account: accountOf(row.merchant_id, row.card_number), amount: row.amount, failed: false }],
  }));
  const batches = (
    await db.selectFrom('batch_transfers').where('submitted_at', 'is not', null).selectAll().execute()
  ).map((row) => ({
    ...{ merchantId: row.merchant_id, table: 'batch_transfers' as const, id: row.id, no: row.batch_no },
    ...{ makerId: row.creator_id, approverId: row.approver_id, stored: row.approval_rule, amount: row.total_amount },
    ...{ at: row.created_at, passed: true },
    parts: partsOf(payouts.filter(({ batch_id }) => batch_id === row.id)),
  }));
  const refunds = (await db.selectFrom('refunds').selectAll().execute()).map((row) => ({
    ...{ merchantId: row.merchant_id, table: 'refunds' as const, id: row.id, no: row.refund_no },
    ...{ makerId: row.creator_id, approverId: row.approver_id, stored: row.approval_rule, amount: row.amount },
    ...{ at: row.created_at, passed: ['success', 'failed', 'processing'].includes(row.status) },
    parts: [{ id: row.id, account: row.order_id, amount: row.amount, failed: row.status === 'failed' }],
  }));
  return [...calls, ...requests, ...batches, ...refunds].toSorted(
    (one, other) => one.at.getTime() - other.at.getTime(),
  );
}

interface Replayed {
  /** What a rule asks about, or should have asked about. */
  asked: { no: string; rule: string | null; stored: string | null }[];
  passed: { id: string; at: Date; failed: boolean }[];
}

/**
 * Asks the rules about each payment in turn, as if it were made now, and rolls back. Failed ones go on counting, which is
 * stricter than the rules are.
 * @throws {KeyLimitError} if a server's call is above a limit of its key
 */
export async function replay(db: Kysely<Database>, outgoing: readonly Outgoing[]): Promise<Replayed> {
  const done: Replayed = { asked: [], passed: [] };
  const tx = await db.startTransaction().execute();
  try {
    await tx.deleteFrom('unapproved_outflows').execute();
    for (const one of outgoing) {
      const { merchantId, makerId, no, stored, at } = one;
      const key = makerId === null ? await keyOf(tx, merchantId) : null;
      const rule = key ? await waitingRule(tx, key, one) : await ruleOf(tx, one);
      if (rule !== null || stored !== null) done.asked.push({ no, rule, stored });
      if (!one.passed || one.approverId !== null) continue;
      const { currency } = await tenantSettings(tx, merchantId);
      const kind = one.table === 'refunds' ? ('refund' as const) : ('payout' as const);
      const maker_id = makerId ?? key?.lineageId ?? '';
      const outflows = one.parts.map(({ id: record_id, account, amount }): OutflowRow => ({
        ...{ merchant_id: merchantId, record_id, kind, maker_id, account, currency, amount, at },
      }));
      await insertRows(tx, 'unapproved_outflows', outflows);
      done.passed.push(...one.parts.map(({ id, failed }) => ({ id, at, failed })));
    }
  } finally {
    await tx.rollback().execute();
  }
  return done;
}

/** The rule that asks for approval of what a user requested. */
async function ruleOf(
  db: Kysely<Database>,
  { merchantId, makerId, table, id, parts, at }: Outgoing,
): Promise<string | null> {
  const tenant = await tenantSettings(db, merchantId);
  const user = makerId ?? '';
  const [part] = parts;
  if (table === 'batch_transfers') {
    const batch = await db.selectFrom('batch_transfers').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
    // The rules ask about drafts, whose rows aren't queued yet.
    const draft = uuidv4();
    await sql`insert into batch_transfers select (json_populate_record(b, json_build_object('id', ${draft}::text,
      'batch_no', ${draft}::text, 'file_sha256', null, 'status', 'draft'))).* from batch_transfers b where id = ${id}`.execute(
      db,
    );
    await sql`insert into batch_transfer_items select (json_populate_record(i, json_build_object(
      'id', gen_random_uuid(), 'batch_id', ${draft}::text, 'status', 'valid'))).*
      from batch_transfer_items i where batch_id = ${id}`.execute(db);
    return (await batchApprovalOf(db, { ...batch, id: draft }, tenant, at))?.rule ?? null;
  }
  if (!part) throw new Error('a payment without a payout');
  if (table === 'refunds') {
    const orders = db.selectFrom('orders').where('merchant_id', '=', merchantId).where('id', '=', part.account);
    const order = {
      ...(await orders.selectAll().executeTakeFirstOrThrow()),
      refunded_amount: 0n,
      refund_open_amount: 0n,
    };
    return (await refundApprovalOf(db, order, part.amount, { makerId: user, tenant, at }))?.rule ?? null;
  }
  return (
    (await approvalOf(db, { merchantId, makerId: user, currency: tenant.currency }, part, tenant, at))?.rule ?? null
  );
}

/** Null, because a server's call that waits doesn't pass. */
async function waitingRule(db: Kysely<Database>, key: PayingKey, { merchantId, amount, at }: Outgoing): Promise<null> {
  const tenant = await tenantSettings(db, merchantId);
  const waits = await mustWait(db, key, { merchantId, currency: tenant.currency, amount, at }, tenant);
  if (waits) throw new Error('a call waits');
  return null;
}

async function keyOf(db: Kysely<Database>, merchantId: string): Promise<PayingKey> {
  const keys = db.selectFrom('merchant_keys').where('merchant_id', '=', merchantId).where('ends_at', 'is', null);
  const { id, key_tail: tail, ...limits } = await keys.selectAll().executeTakeFirstOrThrow();
  return { id, name: null, tail, lineageId: id, limits, makerIds: [] };
}

/** Decisions of operators about money, with the first operator if there was one. */
export async function decidedByOperators(db: Kysely<Database>) {
  const { rows } = await sql<{
    no: string;
    act: string;
    first: string | null;
    operatorId: string;
    currency: string;
    amount: bigint;
    at: Date;
    before: bigint;
  }>`
    with moved as (
      select merchant_id, id, deposit_no as no, 'deposit_reviews.pass' as act, currency, amount, reviewer_id,
        reviewed_at as at, reviewed_at as sum_at
      from deposits where status = 'pass'
      union all select merchant_id, id, withdrawal_no, 'withdrawal_reviews.approve', currency, amount, reviewer_id,
        reviewed_at, reviewed_at
      from withdrawals where status in ('processing', 'success', 'failed')
      union all select merchant_id, id, withdrawal_no,
        'withdrawal_reviews.' || case status when 'success' then 'succeed' else 'fail' end, currency, amount, reviewer_id,
        finished_at, null
      from withdrawals where status in ('success', 'failed')
    )
    select m.no, m.act, m.currency, m.amount, m.at, m.reviewer_id as "operatorId",
      (select r.creator_id from operator_requests r where r.record_id = m.id and r.act = m.act and r.status = 'pass'
        and r.approver_id = m.reviewer_id and r.amount = m.amount) as first,
      coalesce((select sum(b.amount) from moved b where b.merchant_id = m.merchant_id and b.reviewer_id = m.reviewer_id
        and b.sum_at < m.at and b.sum_at > m.at - interval '1 day'), 0)::bigint as before
    from moved m`.execute(db);
  const limits = new Map<string, bigint>();
  for (const { currency } of rows) limits.set(currency, await limitOf(db, currency));
  return rows.map((row) => ({ ...row, needsSecond: isAboveLimit(row, limits.get(row.currency) ?? 0n) }));
}
