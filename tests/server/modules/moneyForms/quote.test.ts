import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moneyQuoteSchema, type MoneyQuote } from '#shared/contract/moneyForms.ts';
import { amountInWords } from '#shared/money/amountInWords.ts';
import { ValidationError, type Message } from '#server/errors.ts';
import { cardHash } from '#server/money/cardHash.ts';
import type { Channel } from '#server/money/openChannel.ts';
import type { AgreedCharge, Move } from '#server/money/quote.ts';
import { quote } from '#server/modules/moneyForms/form.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { moneyWorld, type MoneyMerchant, type MoneyWorld } from '../../money/moneyWorld.ts';

const THRESHOLD = 50_000n;
const CNY = { currency: 'CNY', is_divide_hundred: 1 } as const;
type Type = Move['type'];
type Rule = Pick<Channel, 'rate_bps' | 'fixed_fee' | 'min_fee' | 'max_fee' | 'deduction' | 'min_amount' | 'max_amount'>;

const small = fc.bigInt({ min: 0n, max: 3_000n });
const rules: fc.Arbitrary<Rule> = fc
  .record({
    rate_bps: fc.integer({ min: 0, max: 2_000 }),
    fixed_fee: small,
    bounds: fc.option(fc.tuple(small, small)),
    deduction: fc.constantFrom('inner' as const, 'outer' as const),
    min_amount: fc.bigInt({ min: 1n, max: 500n }),
    max_amount: fc.bigInt({ min: 500n, max: 200_000n }),
  })
  .map(({ bounds, ...rule }) => ({
    ...rule,
    min_fee: bounds && bounds[0],
    max_fee: bounds && bounds[0] + bounds[1],
  }));
const amounts = fc.oneof(fc.bigInt({ min: 0n, max: 2_000n }), fc.bigInt({ min: 1n, max: 210_000n }));

type Outcome<T> = { done: T } | { refused: Record<string, Message> };

async function outcomeOf<T>(act: Promise<T>): Promise<Outcome<T>> {
  try {
    return { done: await act };
  } catch (error) {
    if (error instanceof ValidationError) return { refused: error.fields };
    throw error;
  }
}

const NUMBER = '6222000011112222';

describe('a quote', () => {
  let world: MoneyWorld;
  let merchant: MoneyMerchant;
  beforeAll(async () => {
    world = await moneyWorld(USUAL_DATABASE);
    merchant = await world.merchant({ approvalThreshold: THRESHOLD });
    await merchant.fund(2_000_000n);
  });
  afterAll(() => world.remove());

  const moveOf = (type: Type, amount: bigint): Move =>
    type === 'withdrawal' ? { type, amount } : { type, channelId: merchant.channels[type], amount };

  async function setRule(type: Type, rule: Partial<Channel>): Promise<void> {
    await world.db.kysely.updateTable('channels').set(rule).where('id', '=', merchant.channels[type]).execute();
  }
  const asking = () => ({ ...merchant.maker, at: world.clock.now() });
  const quoted = (type: Type, amount: bigint) => {
    const account = type === 'payout' ? cardHash(world.cipher, merchant.merchantId, NUMBER) : '';
    return quote(world.db.kysely, asking(), moveOf(type, amount), account);
  };

  /** Makes the quoted request, and passes a deposit as the platform. */
  function requested(type: Type, amount: bigint, agreed: AgreedCharge) {
    const { services, operator } = world;
    const { maker, merchantId, channels, cardId } = merchant;
    const common = { amount, remark: null, agreed };
    return world.run(async (tx) => {
      if (type === 'withdrawal') return services.withdrawals.request(tx, maker, { ...common, bankcard_id: cardId });
      if (type === 'deposit') {
        const wish = { ...common, channel_id: channels.deposit, payer_name: 'Ink' };
        const { id } = await services.deposits.request(tx, maker, wish);
        return services.deposits.pass(tx, operator, { merchantId, id });
      }
      const payee = { payee_name: 'Ink', card_number: NUMBER, bank_name: 'Bank', branch_name: null };
      return services.paymentRequests.request(tx, maker, { ...common, ...payee, channel_id: channels.payout });
    });
  }

  const agreedTo = ({ debit_amount, arrival_amount }: MoneyQuote): AgreedCharge => ({
    debit: BigInt(debit_amount),
    arrival: BigInt(arrival_amount),
  });

  it.each(['withdrawal', 'payout', 'deposit'] as const)(
    'of a %s shows what the request then books, or is rejected with the same message',
    async (type) => {
      await fc.assert(
        fc.asyncProperty(rules, amounts, async (rule, amount) => {
          await setRule(type, rule);
          const before = await merchant.wallet();
          const said = await outcomeOf(quoted(type, amount));
          expect(await merchant.wallet()).toEqual(before);
          const nothing = { debit: null, arrival: null };
          const made = await outcomeOf(requested(type, amount, 'done' in said ? agreedTo(said.done) : nothing));
          if ('refused' in said) {
            expect(made).toEqual(said);
            return;
          }
          const { done: promise } = said;
          expect(made).toMatchObject({ done: { amount, fee: BigInt(promise.fee) } });
          const waits = type === 'payout' && 'done' in made && made.done.status === 'pending';
          expect(promise.needs_approval).toBe(waits);
          if (type === 'payout' && amount > THRESHOLD) expect(promise.approval?.rule).toBe('amount');
          const after = await merchant.wallet();
          expect(before.available).toBe(BigInt(promise.available));
          expect(after.available).toBe(promise.needs_approval ? before.available : BigInt(promise.available_after));
          // Money that was frozen must not affect the next example.
          await merchant.fund(before.available - after.available || 1n);
        }),
        { numRuns: 25 },
      );
    },
  );

  const plain: Rule = {
    rate_bps: 0,
    fixed_fee: 100n,
    min_fee: null,
    max_fee: null,
    deduction: 'outer',
    min_amount: 1n,
    max_amount: 10_000_000n,
  };

  it('that the balance covers exactly succeeds, and one unit more reports one as missing', async () => {
    await setRule('withdrawal', plain);
    const { available } = await merchant.wallet();
    await expect(quoted('withdrawal', available - 100n)).resolves.toMatchObject({ available_after: '0' });
    const refused = await outcomeOf(quoted('withdrawal', available - 99n));
    expect(refused).toMatchObject({
      refused: { amount: { key: 'insufficient_balance', args: { missing: '0.01 CNY' } } },
    });
  });

  it('that the balance doesn’t cover is rejected with the figures of one that it covers', async () => {
    const extra = fc.bigInt({ min: 1n, max: 100_000n });
    await fc.assert(
      fc.asyncProperty(rules, fc.constantFrom('withdrawal', 'payout'), extra, async (rule, type, more) => {
        await setRule(type, { ...rule, max_amount: 10_000_000n });
        const { available } = await merchant.wallet();
        const amount = available + rule.fixed_fee + available / 4n + more;
        const error: unknown = await quoted(type, amount).catch((thrown: unknown) => thrown);
        if (!(error instanceof ValidationError)) throw error;
        const shown = moneyQuoteSchema.parse(error.quote);
        await merchant.fund(BigInt(shown.debit_amount) - available);
        const covered = await quoted(type, amount);
        expect(covered).toEqual({ ...shown, available: shown.debit_amount, available_after: '0' });
        expect(shown.available).toBe(String(available));
        const missing = -BigInt(shown.available_after);
        expect(missing).toBe(BigInt(shown.debit_amount) - available);
        expect(error.fields['amount']?.args?.['missing']).toBe(amountInWords(missing, 'CNY', CNY));
        await merchant.fund(available - BigInt(shown.debit_amount));
      }),
      { numRuns: 20 },
    );
  });

  it("that has changed since the user agreed to it isn't executed", async () => {
    for (const type of ['withdrawal', 'payout', 'deposit'] as const) {
      await setRule(type, plain);
      const agreed = agreedTo(await quoted(type, 1_000n));
      await setRule(type, { fixed_fee: 101n });
      const before = await merchant.wallet();
      await expect(outcomeOf(requested(type, 1_000n, agreed))).resolves.toEqual({
        refused: { agreed_debit: { key: 'terms_changed' } },
      });
      await setRule(type, { fixed_fee: 100n, deduction: 'inner' });
      await expect(outcomeOf(requested(type, 1_000n, { ...agreed, debit: null }))).resolves.toEqual({
        refused: { agreed_arrival: { key: 'terms_changed' } },
      });
      expect(await merchant.wallet()).toEqual(before);
    }
  });

  it('requires an enabled channel of the right type', async () => {
    const { channels } = merchant;
    const over = (channelId: string) =>
      outcomeOf(quote(world.db.kysely, asking(), { type: 'payout', channelId, amount: 1_000n }));
    const unknown = { refused: { channel_id: { key: 'channel_unknown' } } };
    await expect(over(channels.deposit)).resolves.toEqual(unknown);
    await expect(over((await world.merchant()).channels.payout)).resolves.toEqual(unknown);
    await expect(over('1')).resolves.toEqual(unknown);
    await setRule('payout', { status: 'disabled' });
    await expect(over(channels.payout)).resolves.toEqual({ refused: { channel_id: { key: 'channel_disabled' } } });
  });
});
