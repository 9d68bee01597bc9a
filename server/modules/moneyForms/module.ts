import * as calls from '#shared/contract/moneyForms.ts';
import { amountIn, optionalTextIn, textIn } from '#server/money/readForm.ts';
import { usableCard } from '#server/money/usableCard.ts';
import type { Module } from '../Module.ts';
import { moneyForm, quote, quotePayment } from './form.ts';

export const moneyFormsModule: Module = {
  routes(router, { db: { kysely: db }, clock, payees }) {
    router.signedIn(calls.withdrawalForm, ({ session: { merchantId, userId } }) =>
      moneyForm(db, { merchantId, userId, type: 'withdrawal', at: clock.now() }),
    );
    router.signedIn(calls.depositForm, ({ session: { merchantId, userId } }) =>
      moneyForm(db, { merchantId, userId, type: 'deposit', at: clock.now() }),
    );
    router.signedIn(calls.paymentForm, ({ session: { merchantId, userId } }) =>
      moneyForm(db, { merchantId, userId, type: 'payout', at: clock.now() }),
    );

    router.signedIn(calls.withdrawalQuote, async ({ session: { merchantId }, body }) => {
      const card = optionalTextIn(body, 'bankcard_id');
      const amount = amountIn(body);
      if (card !== null) await usableCard(db, merchantId, card, clock.now());
      return quote(db, merchantId, { type: 'withdrawal', amount });
    });
    router.signedIn(calls.depositQuote, async ({ session: { merchantId }, body }) =>
      quote(db, merchantId, { type: 'deposit', channelId: textIn(body, 'channel_id'), amount: amountIn(body) }),
    );
    router.signedIn(calls.paymentQuote, async ({ session, body }) => {
      const { merchantId } = session;
      const payee = optionalTextIn(body, 'payee_id');
      if (payee !== null) await payees.usable(db, session, payee);
      return quote(db, merchantId, { type: 'payout', channelId: textIn(body, 'channel_id'), amount: amountIn(body) });
    });
    router.signedIn(calls.approvalQuote, async ({ session: { merchantId }, params }) => {
      const { needs_approval: _, ...cost } = await quotePayment(db, merchantId, 'payment_requests', params.id);
      return cost;
    });
    router.signedIn(calls.payAgainQuote, ({ session: { merchantId }, params }) =>
      quotePayment(db, merchantId, 'payouts', params.id),
    );
  },
};
