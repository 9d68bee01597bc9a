import { type Attempt, each, type Path } from './attempt.ts';
import { failedPayout, idOf, payment, submit, upload, type Wish } from './moves.ts';
import { type Outcome, PROOF, SMALL, type WaysWorld } from './waysWorld.ts';

const OWNER = 'demo';

async function save(w: WaysWorld, resource: 'payees' | 'bankcards', account: string): Promise<string> {
  const values = { name: '林晓', card_number: account, bank_name: 'ICBC', branch_name: 'Main' };
  return idOf(await w.send(OWNER, 'POST', resource, values));
}

/** Saved accounts that can't be paid. Each returns how it becomes payable again. */
const STATES = {
  async 'a payee that waits'(w: WaysWorld, account: string) {
    await save(w, 'payees', account);
    return async () => {};
  },
  async 'a payee changed recently'(w: WaysWorld, account: string) {
    const id = await save(w, 'payees', account);
    w.later(25);
    await w.send(OWNER, 'PUT', `payees/${id}`, { name: '林大' });
    return async () => {};
  },
  async 'a disabled payee'(w: WaysWorld, account: string) {
    const id = await save(w, 'payees', account);
    w.later(25);
    await w.send(OWNER, 'POST', `payees/${id}/disable`, {});
    return () => w.send(OWNER, 'POST', `payees/${id}/enable`, {});
  },
  async 'a payee enabled again'(w: WaysWorld, account: string) {
    const id = await save(w, 'payees', account);
    w.later(25);
    await w.send(OWNER, 'POST', `payees/${id}/disable`, {});
    await w.send(OWNER, 'POST', `payees/${id}/enable`, {});
    return async () => {};
  },
  async 'a card that waits'(w: WaysWorld, account: string) {
    await save(w, 'bankcards', account);
    return async () => {};
  },
  async 'a disabled card'(w: WaysWorld, account: string) {
    const id = await save(w, 'bankcards', account);
    w.later(25);
    await w.send(OWNER, 'POST', `bankcards/${id}/disable`, {});
    return () => w.send(OWNER, 'POST', `bankcards/${id}/enable`, {});
  },
  async 'an account that is not saved, of a merchant that pays only saved ones'(w: WaysWorld, account: string) {
    await w.kysely
      .updateTable('merchants')
      .set({ only_saved_payees: true })
      .where('merchant_id', '=', w.merchantId)
      .execute();
    return () => save(w, 'payees', account);
  },
};

const REASONS: Readonly<Record<string, string>> = {
  'a payee that waits': 'account_payee_waiting',
  'a payee changed recently': 'account_payee_waiting',
  'a disabled payee': 'account_payee_disabled',
  'a payee enabled again': 'account_payee_waiting',
  'a card that waits': 'account_card_waiting',
  'a disabled card': 'account_card_disabled',
  'an account that is not saved, of a merchant that pays only saved ones': 'account_not_saved',
};

interface Payment {
  path: Path;
  passes: string;
  held(reason: string): string;
  begin(w: WaysWorld, wish: Wish): Promise<() => Promise<Outcome>>;
}

/** Ways to pay an account by its number. */
const PAYMENTS: Readonly<Record<string, Payment>> = {
  'a payment to the number of': {
    path: 'console',
    passes: '200 pass',
    held: () => '422 validation card_number',
    begin: async (w, wish) => () => payment(w, wish),
  },
  'a payment to the number in groups of digits of': {
    path: 'console',
    passes: '200 pass',
    held: () => '422 validation card_number',
    begin: async (w, wish) => () => payment(w, { ...wish, account: wish.account.replaceAll(/(.{4})/g, '$1 ').trim() }),
  },
  'a payment made again to': {
    path: 'console',
    passes: '200 pass',
    held: (reason) => `409 ${reason}`,
    async begin(w, wish) {
      const id = await failedPayout(w, wish);
      return () => w.send(wish.by, 'POST', `payouts/${id}/pay_again`, PROOF);
    },
  },
  'a batch for': {
    path: 'batch',
    passes: '200 submitted',
    held: () => '409 batch_accounts',
    async begin(w, wish) {
      const draft = await upload(w, wish);
      return () => submit(w, wish.by, draft);
    },
  },
  'a signed payout to': {
    path: 'gateway',
    passes: '201 pending',
    held: (reason) => `422 validation card_number ${reason}`,
    async begin(w, { account, amount }) {
      const key = await w.newKey(null, null);
      const no = `P-${w.next()}`;
      return async () => {
        const { status, data } = await w.payout(key, amount, no, { card_number: account });
        return w.outcome(status, data);
      };
    },
  },
};

/** Rule 7: a typed number is the payee or card that it is saved as. */
export const OF_ACCOUNTS: readonly Attempt[] = each(STATES, PAYMENTS, ([of, state], [how, pay]) => ({
  path: pay.path,
  rule: 7,
  name: `${how} ${of}`,
  held: pay.held(REASONS[of] ?? ''),
  passes: pay.passes,
  async prepare(w) {
    const account = w.account();
    const act = await pay.begin(w, { by: await w.person(), account, amount: SMALL });
    const restore = await state(w, account);
    return {
      act,
      async satisfy() {
        await restore();
        w.later(25);
      },
    };
  },
}));
