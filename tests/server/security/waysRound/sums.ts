import { type Attempt, each } from './attempt.ts';
import { failedPayout, idOf, MOVES, payment, paidOrder, refund, submit, upload, type Wish } from './moves.ts';
import { type Outcome, PROOF, SMALL, THRESHOLD, type WaysWorld } from './waysWorld.ts';

const TENTH = THRESHOLD / 5n;

/** Ways to get exactly the threshold through to one account. */
const BEFORE = {
  'one payment of exactly the threshold': (w: WaysWorld, wish: Wish) => payment(w, { ...wish, amount: THRESHOLD }),
  async 'five small payments'(w: WaysWorld, wish: Wish) {
    for (let time = 0; time < 5; time += 1) await payment(w, { ...wish, amount: TENTH });
  },
  async 'a payment to the number in groups of digits'(w: WaysWorld, wish: Wish) {
    const account = wish.account.replaceAll(/(.{4})/g, '$1 ').trim();
    await payment(w, { ...wish, account, amount: THRESHOLD });
  },
  async 'a batch of exactly the threshold'(w: WaysWorld, wish: Wish) {
    await submit(w, wish.by, await upload(w, { ...wish, amount: THRESHOLD }));
  },
  async 'a payment made again'(w: WaysWorld, wish: Wish) {
    const id = await failedPayout(w, { ...wish, by: 'demo', amount: THRESHOLD });
    await w.send(wish.by, 'POST', `payouts/${id}/pay_again`, PROOF);
  },
  async 'a payment almost a day before'(w: WaysWorld, wish: Wish) {
    await payment(w, { ...wish, amount: THRESHOLD });
    w.later(23);
  },
};

const ASKS: Readonly<Record<string, string>> = { 'a batch': '403 batch_second_person' };
const { 'a payment': pay, 'a payment made again': again, 'a batch': batch, 'a refund': refunded } = MOVES;
const NEXT = { 'a payment': pay, 'a payment made again': again, 'a batch': batch };

/** The act of another user that lets the same payment pass. */
async function byAnother(w: WaysWorld, asked: Outcome, resource = 'payment-requests'): Promise<Outcome> {
  return w.send(await w.person(), 'POST', `${resource}/${idOf(asked)}/approve`, PROOF);
}

/** Rule 5: what a user got through to an account counts with the next payment. */
const SPLIT: Attempt[] = each(BEFORE, NEXT, ([how, before], [what, move]) => ({
  path: 'sum' as const,
  rule: 5,
  name: `${what} after ${how}`,
  held: ASKS[what] ?? '200 account_sum',
  passes: move.passes,
  async prepare(w) {
    const wish = { by: await w.person(), account: w.account(), amount: SMALL };
    const act = await move.begin(w, wish);
    await before(w, wish);
    let asked: Outcome;
    return {
      act: async () => (asked = await act()),
      satisfy: async () => w.later(25),
      legitimate: () => (what === 'a batch' ? act() : byAnother(w, asked)),
    };
  },
}));

/** Rule 5: all accounts of a day count together. */
const DAILY: Attempt[] = Object.entries({ ...NEXT, 'a refund': refunded }).map(([what, move]) => ({
  path: 'sum',
  rule: 5,
  name: `${what} after exactly the threshold to each of five accounts`,
  held: ASKS[what] ?? '200 daily_total',
  passes: move.passes,
  async prepare(w) {
    const by = await w.person();
    const act = await move.begin(w, { by, account: w.account(), amount: SMALL });
    for (let time = 0; time < 5; time += 1) await payment(w, { by, account: w.account(), amount: THRESHOLD });
    let asked: Outcome;
    return {
      act: async () => (asked = await act()),
      satisfy: async () => w.later(25),
      legitimate: () =>
        what === 'a batch' ? act() : byAnother(w, asked, what === 'a refund' ? 'refunds' : 'payment-requests'),
    };
  },
}));

/** Rule 5: one amount above the threshold. */
const LARGE: Attempt[] = Object.entries({ 'a payment': pay, 'a batch': batch, 'a refund': refunded }).map(
  ([what, move]) => ({
    path: move.path,
    rule: 5,
    name: `${what} of one more than the threshold`,
    held: ASKS[what] ?? '200 amount',
    passes: move.passes,
    async prepare(w) {
      const wish = { by: await w.person(), account: w.account(), amount: THRESHOLD + 1n };
      const act = await move.begin(w, wish);
      return {
        act,
        satisfy: async () => {},
        legitimate: async () => (await move.begin(w, { ...wish, account: w.account(), amount: THRESHOLD }))(),
      };
    },
  }),
);

/** Rule 5: refunds of one order count together, whoever asks for them. */
const REFUNDS: Attempt[] = [1, 2].map((users) => ({
  path: 'sum',
  rule: 5,
  name: `refunds of one order, by ${users === 1 ? 'one user' : 'two users'}`,
  held: '200 order_refunds',
  passes: '200 processing',
  async prepare(w) {
    const first = await w.person();
    const by = users === 1 ? first : await w.person();
    const order = await paidOrder(w);
    await refund(w, first, order, THRESHOLD);
    let asked: Outcome;
    return {
      act: async () => (asked = await refund(w, by, order, SMALL)),
      satisfy: async () => {},
      legitimate: () => byAnother(w, asked, 'refunds'),
    };
  },
}));

export const OF_SUMS: readonly Attempt[] = [...SPLIT, ...DAILY, ...LARGE, ...REFUNDS];
