import type { RefundBody } from '#shared/contract/gateway.ts';
import type { RefundData } from '#shared/contract/gatewayAnswers.ts';
import type { AuditActor } from '#server/audit/recordAudit.ts';
import type { Db } from '#server/db/connect.ts';
import { together } from '#server/db/together.ts';
import { ValidationError, orNotFound } from '#server/errors.ts';
import { lockOrder, type Refunds } from '#server/modules/refunds/service.ts';
import { tenantSettings } from '#server/money/tenant.ts';
import type { NotifyRules } from '#server/network/notifyUrl.ts';
import { assertSame, checkUrls } from './callChecks.ts';
import type { Made } from './collect.ts';
import type { Signed } from './payout.ts';
import { findOrder, findRefund, type FoundRefund, presentRefund } from './gatewayRecords.ts';

export interface RefundDeps extends NotifyRules {
  db: Db;
  refunds: Refunds;
}

/** Refunds requested by merchants' servers, one per merchant refund number. The limits of the key apply as to payouts. */
export function createRefund({ db, refunds, ...notifyRules }: RefundDeps) {
  /**
   * @throws {ValidationError} if a parameter is invalid
   * @throws {NotFoundError} if the merchant has no such order
   * @throws {ConflictError} `order_differs`, `order_not_paid` or `channel_without_refunds`
   * @throws {KeyLimitError} if it is above a limit of its key
   */
  return async function refund(
    { merchantId, key }: Signed,
    body: RefundBody,
    caller: Pick<AuditActor, 'ip' | 'userAgent'>,
  ): Promise<Made<RefundData>> {
    checkUrls(body, notifyRules);
    if (body.order_no === undefined && body.merchant_order_no === undefined) {
      throw new ValidationError({ merchant_order_no: { key: 'one_number_needed' } });
    }
    return db.transaction(async (tx) => {
      const [tenant, found] = await together(tenantSettings(tx, merchantId), findOrder(tx, merchantId, body));
      const { merchant_refund_no, amount, reason, notify_url = tenant.notify_url } = body;
      // Concurrent calls with the same number wait here, and then find the first one's refund.
      const [order, before] = await together(
        lockOrder(tx, merchantId, orNotFound(found).id),
        findRefund(tx, merchantId, { merchant_refund_no }),
      );
      if (before) return again(before, order.order_no, body);
      const actor = { merchantId, userId: null, name: 'API', ...caller };
      const wish = { order, key, merchant_refund_no, amount, reason, notify_url };
      const { id } = await refunds.requestByServer(tx, actor, wish, tenant);
      const made = await findRefund(tx, merchantId, { id });
      if (!made) throw new Error('unreachable: it was created in this transaction');
      return { isNew: true, data: presentRefund(made) };
    });
  };
}

/** @param orderNo our number of the order in the call */
function again(made: FoundRefund, orderNo: string, { amount, reason, notify_url }: RefundBody): Made<RefundData> {
  assertSame(
    { order_no: made.order_no, amount: made.amount, reason: made.reason, notify_url: made.notify_url },
    { order_no: orderNo, amount, reason, notify_url: notify_url ?? made.notify_url },
    'refund_differs',
  );
  return { isNew: false, data: presentRefund(made) };
}
