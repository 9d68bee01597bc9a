import type { DbOrTx } from '#server/db/schema.ts';
import { KeyLimitError } from '#server/errors.ts';
import { amountInWords } from '#shared/money/amountInWords.ts';
import { passedBefore } from './approvals.ts';
import type { TenantSettings } from './tenant.ts';

/** A signing key that pays. */
export interface PayingKey {
  id: string;
  /** Null for a default key. */
  name: string | null;
  /** Its last characters. */
  tail: string;
  /** ID under which its payments are summed up, which a replaced key shares with its successor. */
  lineageId: string;
  /** Minor units. Null: no limit. */
  limits: { per_call_limit: bigint | null; per_day_limit: bigint | null };
  /** Users who made, changed and approved it. They don't approve its payments. */
  makerIds: readonly string[];
}

/** Period of the limit per day. It slides, so that no midnight doubles the limit. */
export const KEY_PERIOD = { sum_window_hours: 24 };

/** A limit that a call is above. Amounts are in minor units. */
interface KeyExcess {
  rule: 'per_call' | 'per_day';
  limit: bigint;
  /** The most that one call could pay now. */
  left: bigint;
}

/** The name of a key in messages; of a default key, its last characters. */
export function keyName({ name, tail }: Pick<PayingKey, 'name' | 'tail'>): string {
  return name ?? `••••${tail}`;
}

/**
 * The limit of its key that a payment or refund is above, or null. Lock the wallet first: concurrent calls then count each
 * other.
 */
async function excessOf(
  db: DbOrTx,
  { lineageId, limits }: PayingKey,
  { merchantId, currency, amount, at }: { merchantId: string; currency: string; amount: bigint; at: Date },
  tenant: TenantSettings,
): Promise<KeyExcess | null> {
  const { per_call_limit: perCall, per_day_limit: perDay } = limits;
  if (perCall === null || perDay === null) return null;
  const maker = { merchantId, makerId: lineageId, currency };
  const { all } = await passedBefore(db, maker, [], { ...tenant, ...KEY_PERIOD }, at);
  const left = mostOf({ perCall, perDay }, all.sum);
  if (amount <= left) return null;
  return amount > perCall ? { rule: 'per_call', limit: perCall, left } : { rule: 'per_day', limit: perDay, left };
}

/** The most that one call could pay. @param passed sum of the key's earlier calls in the period */
export function mostOf({ perCall, perDay }: { perCall: bigint; perDay: bigint }, passed: bigint): bigint {
  const left = perDay > passed ? perDay - passed : 0n;
  return left < perCall ? left : perCall;
}

/**
 * True if a payment or refund waits for approval, because it is above a limit of its key. Lock the wallet first.
 * @throws {KeyLimitError} instead, unless the merchant chose approval
 */
export async function mustWait(
  db: DbOrTx,
  key: PayingKey,
  paid: { merchantId: string; currency: string; amount: bigint; at: Date },
  tenant: TenantSettings,
): Promise<boolean> {
  const excess = await excessOf(db, key, paid, tenant);
  if (!excess) return false;
  if (tenant.keys_over_limit === 'approve') return true;
  throw keyLimitError(key, excess, paid.currency, tenant);
}

/** The answer to a call above a limit of its key. */
function keyLimitError(
  key: PayingKey,
  { rule, limit, left }: KeyExcess,
  currency: string,
  own: TenantSettings,
): KeyLimitError {
  const shown = (minor: bigint) => amountInWords(minor, currency, own);
  const args = { key: keyName(key), limit: shown(limit), left: shown(left) };
  return new KeyLimitError(args, { rule, limit: limit.toString(), left: left.toString() });
}
