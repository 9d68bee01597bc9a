import * as calls from '#shared/contract/moneyForms.ts';
import type { UserKey } from '#server/db/tenants.ts';
import { cardHash } from '#server/money/cardHash.ts';
import { assertPayable } from '#server/money/payableAccounts.ts';
import { amountIn, cardNumberIn, optionalTextIn, textIn } from '#server/money/readForm.ts';
import { tenantSettings } from '#server/money/tenant.ts';
import { usableCard } from '#server/money/usableCard.ts';
import type { Module } from '../Module.ts';
import { moneyForm, quote, quoteApproval, quotePayAgain } from './form.ts';

export const moneyFormsModule: Module = {
  routes(router, { db: { kysely: db }, clock, cipher, payees }) {
    const askedNow = ({ merchantId, userId }: UserKey) => ({ merchantId, userId, at: clock.now() });
    router.signedIn(calls.withdrawalForm, ({ session: { merchantId, userId } }) =>
      moneyForm(db, { merchantId, userId, type: 'withdrawal', at: clock.now() }),
    );
    router.signedIn(calls.depositForm, ({ session: { merchantId, userId } }) =>
      moneyForm(db, { merchantId, userId, type: 'deposit', at: clock.now() }),
    );
    router.signedIn(calls.paymentForm, ({ session: { merchantId, userId } }) =>
      moneyForm(db, { merchantId, userId, type: 'payout', at: clock.now() }),
    );

    router.signedIn(calls.withdrawalQuote, async ({ session, body }) => {
      const card = optionalTextIn(body, 'bankcard_id');
      const amount = amountIn(body);
      if (card !== null) await usableCard(db, session.merchantId, card, clock.now());
      return quote(db, askedNow(session), { type: 'withdrawal', amount });
    });
    router.signedIn(calls.depositQuote, async ({ session, body }) =>
      quote(db, askedNow(session), {
        type: 'deposit',
        channelId: textIn(body, 'channel_id'),
        amount: amountIn(body),
      }),
    );
    router.signedIn(calls.paymentQuote, async ({ session, body }) => {
      const payee = optionalTextIn(body, 'payee_id');
      const move = { type: 'payout', channelId: textIn(body, 'channel_id'), amount: amountIn(body) } as const;
      const isTyped = payee === null && optionalTextIn(body, 'card_number') !== null;
      const digits = isTyped ? cardNumberIn(body) : payee && (await payees.usable(db, session, payee)).digits;
      const account = digits === null ? '' : cardHash(cipher, session.merchantId, digits);
      if (digits !== null) {
        const tenant = await tenantSettings(db, session.merchantId);
        const field = isTyped ? 'card_number' : 'payee_id';
        await assertPayable(db, cipher, tenant, { ...askedNow(session), account }, field);
      }
      return quote(db, askedNow(session), move, account);
    });
    router.signedIn(calls.approvalQuote, async ({ session, params }) => {
      const asked = askedNow(session);
      const { needs_approval: _, approval: __, ...cost } = await quoteApproval(db, cipher, asked, params.id);
      return cost;
    });
    router.signedIn(calls.payAgainQuote, ({ session, params }) =>
      quotePayAgain(db, cipher, askedNow(session), params.id),
    );
  },
};
