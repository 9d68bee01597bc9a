import { adjustmentQuote } from '#shared/contract/adjustments.ts';
import { plainText } from '@merchant-console/declaration';
import type { Db } from '#server/db/connect.ts';
import { readAvailable } from '#server/ledger/wallets.ts';
import { markingOwn, returningRequestFrom } from '#server/resources/ownRequests.ts';
import { signedAmountIn, textIn } from '#server/money/readForm.ts';
import { tenantOf } from '#server/money/tenant.ts';
import type { WireRecord } from '#server/resources/RecordSource.ts';
import type { Actions } from '#server/resources/ResourceBackend.ts';
import { viewSource } from '#server/resources/tableSource.ts';
import type { Module } from '../Module.ts';
import { decisionFacts } from '../decisions/service.ts';
import { type Adjustments, checkWalletCurrency, createAdjustments } from './service.ts';

export const adjustmentsModule: Module = {
  routes(router, { db }) {
    // Takes no lock and writes nothing. Fails like the request.
    router.signedIn(adjustmentQuote, async ({ body }) => {
      const { tenant_id: merchantId, currency } = body;
      const amount = body.amount === undefined ? null : signedAmountIn(body);
      await checkWalletCurrency(db.kysely, merchantId, currency);
      const available = await readAvailable(db.kysely, merchantId, currency);
      const after = amount === null ? null : (available + amount).toString();
      return { currency, available: available.toString(), available_after: after };
    });
  },

  resources: async ({ db, clock, translators }) => ({
    adjustments: {
      ...markingOwn(await viewSource(db, 'v_adjustments')),
      actions: adjustmentActions(createAdjustments({ clock })),
      async details(platformId, record, reader) {
        if (record['status'] !== 'pending') return {};
        const pending = { merchantId: platformId, resource: 'adjustments', permission: 'adjustments.approve', record };
        const [facts, decision] = await Promise.all([
          adjustmentFacts(db, record),
          decisionFacts({ db, clock, translators }, pending, reader),
        ]);
        return { ...facts, ...decision };
      },
    },
  }),
};

/** Actions of platform operators. */
function adjustmentActions(adjustments: Adjustments): Actions {
  const onOne = returningRequestFrom('v_adjustments');
  return {
    request: onOne((tx, { actor, values }) =>
      adjustments.request(tx, actor, {
        merchantId: textIn(values, 'tenant_id'),
        currency: textIn(values, 'currency'),
        amount: signedAmountIn(values),
        reason: textIn(values, 'reason'),
      }),
    ),
    approve: onOne(async (tx, { actor, id }) => adjustments.approve(tx, actor, await tenantOf(tx, 'adjustments', id))),
    reject: onOne(async (tx, { actor, id, values }) =>
      adjustments.reject(tx, actor, await tenantOf(tx, 'adjustments', id), textIn(values, 'reject_reason')),
    ),
  };
}

/** Balances before and after a pending adjustment, for the operator who decides. */
async function adjustmentFacts({ kysely }: Db, { tenant_id, currency, amount }: WireRecord) {
  const available = await readAvailable(kysely, plainText(tenant_id), plainText(currency));
  return { available: available.toString(), available_after: (available + BigInt(plainText(amount))).toString() };
}
