import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ValidationError, type Message } from '#server/errors.ts';
import { quoteApproval, quotePayAgain } from '#server/modules/moneyForms/form.ts';
import type { AgreedCharge } from '#server/money/quote.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { moneyWorld, type MoneyMerchant, type MoneyWorld } from '../../money/moneyWorld.ts';

const AMOUNT = 10_000n;
const FAILED = { status: 'failed', errorCode: 'closed', errorMessage: 'Account closed' } as const;
const UNNAMED: AgreedCharge = { debit: null, arrival: null };

/** Few values, so that the terms of two draws are often the same. */
const terms = fc.record({
  rate_bps: fc.constantFrom(0, 60),
  fixed_fee: fc.constantFrom(0n, 60n, 61n),
  deduction: fc.constantFrom('inner' as const, 'outer' as const),
});

describe.each(['approve', 'pay again'] as const)('to %s a payment', (kind) => {
  let world: MoneyWorld;
  let merchant: MoneyMerchant;
  beforeAll(async () => {
    world = await moneyWorld(USUAL_DATABASE);
    merchant = await world.merchant({ approvalThreshold: kind === 'approve' ? 0n : 100_000_000n });
    await merchant.fund(100_000_000n);
  });
  afterAll(() => world.remove());

  const setTerms = (values: object) =>
    world.db.kysely.updateTable('channels').set(values).where('id', '=', merchant.channels.payout).execute();

  /** A request that waits for approval, or a failed payout. Returns its ID. */
  function made(): Promise<string> {
    const { maker, merchantId, channels } = merchant;
    const { paymentRequests, payouts } = world.services;
    const payee = { payee_name: 'Ink', card_number: '6222000011112222', bank_name: 'Bank', branch_name: null };
    const wish = { ...payee, channel_id: channels.payout, amount: AMOUNT, remark: null };
    return world.run(async (tx) => {
      const { id, payout_id } = await paymentRequests.request(tx, maker, wish);
      if (payout_id === null) return id;
      await payouts.take(tx, merchantId, payout_id, 'bank');
      await payouts.settle(tx, merchantId, payout_id, FAILED);
      return payout_id;
    });
  }
  const quoted = (id: string) => {
    const at = world.clock.now();
    return kind === 'approve'
      ? quoteApproval(world.db.kysely, world.cipher, { ...merchant.checker, at }, id)
      : quotePayAgain(world.db.kysely, world.cipher, { ...merchant.maker, at }, id);
  };

  /** Returns the error's fields, or null after success. */
  async function refusalOf(id: string, agreed: AgreedCharge): Promise<Record<string, Message> | null> {
    const { paymentRequests } = world.services;
    const { maker, checker } = merchant;
    const act = world.run((tx) =>
      kind === 'approve'
        ? paymentRequests.approve(tx, checker, id, agreed)
        : paymentRequests.payAgain(tx, maker, id, agreed),
    );
    return act.then(
      () => null,
      (error: unknown) => {
        if (error instanceof ValidationError) return error.fields;
        throw error;
      },
    );
  }

  it('books the figures that were shown, or nothing', async () => {
    await fc.assert(
      fc.asyncProperty(terms, terms, async (seen, current) => {
        await setTerms(seen);
        const id = await made();
        const shown = await quoted(id);
        await setTerms(current);
        const now = await quoted(id);
        const before = await merchant.wallet();
        const agreed = { debit: BigInt(shown.debit_amount), arrival: BigInt(shown.arrival_amount) };
        const refusal = await refusalOf(id, agreed);
        const after = await merchant.wallet();
        if (shown.debit_amount === now.debit_amount && shown.arrival_amount === now.arrival_amount) {
          expect(refusal).toBeNull();
          expect(after.available).toBe(BigInt(shown.available_after));
          expect(before.available - after.available).toBe(agreed.debit);
          return;
        }
        const field = shown.debit_amount === now.debit_amount ? 'agreed_arrival' : 'agreed_debit';
        expect(refusal).toEqual({ [field]: { key: 'terms_changed' } });
        expect(after).toEqual(before);
        // The user can decide again, on the new figures.
        const renewed = { debit: BigInt(now.debit_amount), arrival: BigInt(now.arrival_amount) };
        expect(await refusalOf(id, renewed)).toBeNull();
      }),
      { numRuns: 20 },
    );
  });

  it('charges the current fee to a caller that names no figures', async () => {
    await setTerms({ rate_bps: 0, fixed_fee: 200n, deduction: 'outer' });
    const id = await made();
    await setTerms({ fixed_fee: 900n });
    const before = await merchant.wallet();
    expect(await refusalOf(id, UNNAMED)).toBeNull();
    expect(before.available - (await merchant.wallet()).available).toBe(AMOUNT + 900n);
  });
});
