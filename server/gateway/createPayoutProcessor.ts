import { sql } from 'kysely';
import { arrivalAmount } from '#shared/money/fee.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { DbOrTx } from '#server/db/schema.ts';
import { inTenant } from '#server/db/rows.ts';
import type { Processor, ProcessorTimes } from '#server/jobs/createProcessor.ts';
import { payoutJobs } from '#server/jobs/jobQueue.ts';
import type { Payout, Payouts } from '#server/modules/payouts/service.ts';
import type { ChannelPayout } from './channels/ChannelAdapter.ts';
import { createSender, type OpenSending, type SenderDeps } from './createSender.ts';

type OpenPayout = Payout & OpenSending;

interface PayoutProcessorDeps extends SenderDeps<ChannelPayout> {
  cipher: Cipher;
  payouts: Payouts;
}

/** Worker that brings payouts to their result. A payout is marked as processing before it is sent. */
export function createPayoutProcessor(deps: PayoutProcessorDeps, times?: ProcessorTimes): Processor {
  const { cipher, payouts } = deps;
  return createSender<OpenPayout, ChannelPayout>(
    deps,
    {
      queue: payoutJobs,
      subject: 'payout',
      find: findOpenPayouts,
      numberOf: ({ order_no }) => order_no,
      toChannel: (payout) => channelPayoutOf(payout, cipher),
      isSent: ({ status }) => status !== 'pending',
      claim: async (tx, merchantId, sent) => (await payouts.takeAll(tx, merchantId, sent)).map(({ id }) => id),
      settle: payouts.settleAll,
    },
    times,
  );
}

/** The payout as sent to a channel. @throws {WrongDataKeyError} if the card number can't be decrypted */
function channelPayoutOf(payout: Payout, cipher: Cipher): ChannelPayout {
  const { amount, fee, deduction, currency, remark } = payout;
  return {
    merchantId: payout.merchant_id,
    orderNo: payout.order_no,
    amount,
    currency,
    remark,
    payeeAmount: arrivalAmount(amount, fee, deduction),
    payeeName: payout.payee_name,
    cardNumber: cipher.decrypt(payout.card_number),
    bankName: payout.bank_name,
    branchName: payout.branch_name,
  };
}

function findOpenPayouts(db: DbOrTx, merchantId: string, ids: readonly string[]): Promise<OpenPayout[]> {
  return db
    .selectFrom('payouts as p')
    .innerJoin('channels as c', inTenant('c.id', 'p.channel_id'))
    .innerJoin('payout_jobs as j', inTenant('j.payout_id', 'p.id'))
    .innerJoin('merchants as m', 'm.merchant_id', 'p.merchant_id')
    .where('p.merchant_id', '=', merchantId)
    .where('p.id', '=', sql<string>`any (${ids}::uuid[])`)
    .where('p.status', 'in', ['pending', 'processing'])
    .selectAll('p')
    .select(['c.code as channel_code', 'j.sent_to'])
    .select((eb) => eb('m.type', '=', 'test').$castTo<boolean>().as('is_test'))
    .execute();
}
