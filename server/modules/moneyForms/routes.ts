import * as calls from '#shared/contract/moneyForms.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import type { Router } from '#server/http/router.ts';
import { amountIn, optionalTextIn, textIn } from '#server/money/readForm.ts';
import { usableCard } from '#server/money/usableCard.ts';
import { moneyForm } from './form.ts';
import { quote } from './quote.ts';

/** What the pages ask before money is asked to move. */
export function moneyFormRoutes(router: Router, { db: { kysely: db }, clock }: { db: Db; clock: Clock }): void {
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
  router.signedIn(calls.paymentQuote, async ({ session: { merchantId }, body }) =>
    quote(db, merchantId, { type: 'payout', channelId: textIn(body, 'channel_id'), amount: amountIn(body) }),
  );
}
