import { subDays } from 'date-fns/subDays';
import { subHours } from 'date-fns/subHours';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import { NO_NOTE } from '#server/money/checkers.ts';
import { insertRows } from '#server/db/rows.ts';
import type { Tx } from '#server/db/schema.ts';
import type { Random } from './random.ts';
import type { DemoCurrency } from './tenants.ts';

/** What one operator of the demo decides alone, in minor units. Above its deposits and withdrawals. */
const LIMITS: Readonly<Record<DemoCurrency, bigint>> = { CNY: 50_000_000n, JPY: 10_000_000n };

/** The platform's limits for one operator, and changes of rates that needed a second one: confirmed, and waiting. */
export async function createSecondOperators(
  tx: Tx,
  random: Random,
  { joined, now }: { joined: Date; now: Date },
): Promise<void> {
  await insertRows(
    tx,
    'platform_limits',
    Object.entries(LIMITS).map(([currency, amount]) => ({
      merchant_id: PLATFORM_ID,
      id: random.id(joined),
      currency,
      amount,
      revision: 1,
      created_at: joined,
      updated_at: joined,
    })),
  );
  const [one, two] = await tx
    .selectFrom('users')
    .where('merchant_id', '=', PLATFORM_ID)
    .orderBy('username')
    .select('id')
    .limit(2)
    .execute();
  const rates = await tx
    .selectFrom('channels as c')
    .innerJoin('merchants as m', 'm.merchant_id', 'c.merchant_id')
    .where('m.merchant_no', '=', 'M100001')
    .where('c.status', '=', 'enabled')
    .orderBy('c.code')
    .select(['c.id', 'c.merchant_id', 'c.rate_bps'])
    .limit(2)
    .execute();
  if (!one || !two) throw new Error('unreachable: the demo has two operators');
  const requests = rates.map(({ id, merchant_id: tenant_id, rate_bps }, place) => {
    const isWaiting = place === 0;
    const at = isWaiting ? subHours(now, 3) : subDays(now, 40);
    const wanted = { rate_bps: isWaiting ? rate_bps + 5 : rate_bps };
    return {
      merchant_id: PLATFORM_ID,
      id: random.id(at),
      request_no: `O${at.toISOString().replaceAll(/\D/g, '').slice(0, 14)}${String(place + 1).padStart(8, '0')}`,
      act: 'merchant_rates.edit',
      resource: 'merchant_rates',
      record_id: id,
      tenant_id,
      amount: null,
      currency: null,
      wanted,
      before: { rate_bps: isWaiting ? rate_bps : rate_bps + 10 },
      after: wanted,
      status: isWaiting ? ('pending' as const) : ('pass' as const),
      creator_id: two.id,
      approver_id: isWaiting ? null : one.id,
      reject_reason: null,
      ...NO_NOTE,
      decided_at: isWaiting ? null : at,
      created_at: at,
      updated_at: at,
    };
  });
  await insertRows(tx, 'operator_requests', requests);
}
