import { addHours } from 'date-fns/addHours';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { ApprovalAsked } from '#shared/contract/approval.ts';
import type { ApprovalRule } from '#shared/money/approvalRules.ts';
import { forgetRows } from '#server/db/forgetRows.ts';
import type { Db } from '#server/db/connect.ts';
import { inserting, rowsAsJson } from '#server/db/rows.ts';
import type { DbOrTx, UnapprovedOutflowsTable } from '#server/db/schema.ts';
import type { TenantSettings } from './tenant.ts';

/**
 * Decides which payments and refunds need another user's approval. A threshold counts sums, because otherwise a payment
 * could be split. What passed without approval is in `unapproved_outflows`.
 */

/** Who pays, in one currency: a user, or a signing key. */
export interface Maker {
  merchantId: string;
  makerId: string;
  currency: string;
}

/** Money that is about to leave to an account. */
export interface Outflow {
  /** Keyed hash of the account's number (`cardHash`), or ID of the refunded order. */
  account: string;
  /** Minor units. */
  amount: bigint;
}

/** The rule that asks for approval, with the figures behind it. Amounts are in minor units. */
export interface Approval {
  rule: ApprovalRule;
  limit: bigint;
  /** Amount or sum that is above the limit, including what is about to leave. */
  sum: bigint;
  /** Earlier payments and refunds in the sum. */
  count: number;
  /** Length of the period that is summed up. */
  hours: number;
}

/** An approval as JSON. */
export function shownApproval({ limit, sum, ...asked }: Approval): ApprovalAsked {
  return { ...asked, limit: limit.toString(), sum: sum.toString() };
}

export interface Passed {
  sum: bigint;
  count: number;
}

/** What a maker got through without approval in the merchant's period: to all accounts, and to some of them. */
export interface PassedBefore {
  all: Passed;
  byAccount: ReadonlyMap<string, Passed>;
}

export const NOTHING_PASSED: Passed = { sum: 0n, count: 0 };

/** The daily total of a merchant that has set none, in thresholds. */
const THRESHOLDS_A_DAY = 5n;

/** Longest `merchants.sum_window_hours`. */
export const LONGEST_HOURS = 168;

export type ApprovalLimits = Pick<TenantSettings, 'approval_threshold' | 'daily_total' | 'sum_window_hours'>;

/** The sum to all accounts above which a maker needs approval, in minor units. */
export function dailyTotalOf({
  daily_total,
  approval_threshold,
}: Pick<ApprovalLimits, 'daily_total' | 'approval_threshold'>): bigint {
  return daily_total ?? approval_threshold * THRESHOLDS_A_DAY;
}

/**
 * The rule that asks for approval of a payment or refund, or null if it may pass. Lock the wallet of its currency first
 * if it is to be made: concurrent ones then count each other.
 */
export async function approvalOf(
  db: DbOrTx,
  maker: Maker,
  outflow: Outflow,
  tenant: ApprovalLimits,
  at: Date,
): Promise<Approval | null> {
  return ruleAsking(outflow, await passedBefore(db, maker, [outflow.account], tenant, at), tenant);
}

/** Payments after this time are summed up. */
export function periodStart({ sum_window_hours: hours }: Pick<ApprovalLimits, 'sum_window_hours'>, at: Date): Date {
  return addHours(at, -hours);
}

/** Sums up what a maker got through without approval, in one statement. */
export async function passedBefore(
  db: DbOrTx,
  { merchantId, makerId, currency }: Maker,
  accounts: readonly string[],
  tenant: ApprovalLimits,
  at: Date,
): Promise<PassedBefore> {
  const { rows } = await sql<{ account: string | null; sum: string; count: number }>`
    select asked.account, sum(o.amount)::text as sum, count(*)::integer as count
    from unapproved_outflows o
    left join unnest(${[...new Set(accounts)]}::text[]) as asked (account) on asked.account = o.account
    where o.merchant_id = ${merchantId} and o.maker_id = ${makerId} and o.currency = ${currency}
      and o.at > ${periodStart(tenant, at)}
    group by asked.account`.execute(db);
  const found = rows.map(({ account, sum, count }) => ({ account, passed: { sum: BigInt(sum), count } }));
  return {
    all: found.reduce((all, { passed }) => plus(all, passed), NOTHING_PASSED),
    byAccount: new Map(found.flatMap(({ account, passed }) => (account === null ? [] : [[account, passed]]))),
  };
}

/** The rule that asks for approval, given what passed before; null if it may pass. */
export function ruleAsking(
  { account, amount }: Outflow,
  { all, byAccount }: PassedBefore,
  tenant: ApprovalLimits,
): Approval | null {
  const { approval_threshold: threshold, sum_window_hours: hours } = tenant;
  const toAccount = byAccount.get(account) ?? NOTHING_PASSED;
  const asked: Approval[] = [
    { rule: 'amount', limit: threshold, sum: amount, count: 0, hours },
    { rule: 'account_sum', limit: threshold, sum: toAccount.sum + amount, count: toAccount.count, hours },
    { rule: 'daily_total', limit: dailyTotalOf(tenant), sum: all.sum + amount, count: all.count, hours },
  ];
  return asked.find(({ sum, limit }) => sum > limit) ?? null;
}

function plus(one: Passed, other: Passed): Passed {
  return { sum: one.sum + other.sum, count: one.count + other.count };
}

/** What passed without approval. */
export type OutflowRow = Selectable<UnapprovedOutflowsTable>;

/**
 * Statement that records what passes without approval, as `with passed as …` of another one, so that it costs no round
 * trip of its own.
 */
export function insertingOutflows(outflows: readonly OutflowRow[]): RawBuilder<Record<string, unknown>> {
  return sql`(${inserting('unapproved_outflows', rowsAsJson(outflows))})`;
}

/** Statement that removes payments or refunds that have failed, so that they no longer count, to be combined with others. */
export function forgettingOutflows(merchantId: string, recordIds: readonly string[]): RawBuilder<unknown> {
  return sql`
    delete from unapproved_outflows where merchant_id = ${merchantId} and record_id = any (${recordIds}::uuid[])`;
}

/** Deletes what no merchant's period contains any more. Runs hourly. */
export async function forgetOldOutflows(db: Pick<Db, 'kysely'>, now: Date): Promise<void> {
  const isOld = sql<boolean>`old.at <= ${addHours(now, -LONGEST_HOURS)}`;
  await forgetRows(db, 'unapproved_outflows', { key: ['record_id'], isOld });
}
