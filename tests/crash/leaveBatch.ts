import { sql } from 'kysely';
import { systemClock } from '#server/clock.ts';
import { createBatches } from '#server/modules/batches/service.ts';
import { createPayees } from '#server/modules/payees/service.ts';
import { createPaymentRequests } from '#server/modules/paymentRequests/service.ts';
import { createPayouts } from '#server/modules/payouts/service.ts';
import type { Opened } from '#server/process/open.ts';
import { batchSteps } from '#tests/support/batchSteps.ts';
import type { Account } from './accounts.ts';

/** Payouts of the batch, and how far apart they become due, in milliseconds. */
const ROWS = 60;
const APART_MS = 60;
export const LEFT_BATCH = 'crash-batch';

/**
 * Submits a batch whose payouts become due one after another, so that most kills come while a group of them is sent or
 * settled. Every tenth fails.
 */
export async function leaveBatch({ db, cipher }: Opened, [account]: readonly Account[]): Promise<void> {
  if (!account) throw new Error('there is no account');
  const { merchantId, channelId, username } = account;
  const users = db.kysely.selectFrom('users').where('username', '=', username);
  const { id: userId } = await users.select('id').executeTakeFirstOrThrow();
  const maker = { merchantId, userId, ip: '127.0.0.1', userAgent: null };
  const means = { db, cipher, clock: systemClock };
  const payouts = createPayouts(means);
  const paymentRequests = createPaymentRequests({ ...means, payouts, payees: createPayees(means) });
  const services = { payouts, paymentRequests, batches: createBatches({ ...means, payouts }) };
  const merchant = { merchantId, maker, checker: maker, channels: { payout: channelId } };
  const steps = batchSteps({ ...means, run: (fn) => db.transaction(fn), services }, merchant);
  const amounts = Array.from({ length: ROWS }, (_, row) => `${50 + row}.${row % 10 === 0 ? '13' : '20'}`);
  const id = await steps.draft(amounts, { remark: LEFT_BATCH });
  await steps.submit(id);
  await sql`
    update payout_jobs j set due_at = now() + i.line_no * ${`${APART_MS} ms`}::interval
    from batch_transfer_items i
    where j.merchant_id = ${merchantId} and i.merchant_id = j.merchant_id and i.batch_id = ${id}
      and i.payout_id = j.payout_id`.execute(db.kysely);
}
