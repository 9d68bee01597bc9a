import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { findViolations } from '#server/ledger/invariants.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { payeesWorld, type PayeesWorld } from './payeesWorld.ts';

const NUMBER = '6222021234567890128';
const OTHER = '6228480402564890018';
const PROOF = { pay_password: DEMO_PAY_PASSWORD };
/** Above the approval threshold. */
const LARGE = { amount: '30000' };

describe('a payee that is disabled or changed after a payment to it was requested', () => {
  let world: PayeesWorld;
  let payeeId: string;
  beforeAll(async () => {
    world = await payeesWorld(USUAL_DATABASE);
    await world.db.kysely
      .updateTable('merchants')
      .set({ card_cooling_hours: 0, approval_threshold: 20_000n, daily_total: 100_000_000n })
      .execute();
    const payee = { name: 'Ana García', card_number: NUMBER, bank_name: 'Banco' };
    ({ id: payeeId } = await world.ask('demo', 'POST', 'payees', payee));
  });
  afterAll(() => world.close());

  const change = (act: 'disable' | 'enable') => world.ask('demo', 'POST', `payees/${payeeId}/${act}`, {});
  const facts = async (id: string) => (await world.ask('checker', 'GET', `payment-requests/${id}`)).data;
  const decide = (id: string, act: string, body: object = PROOF) =>
    world.ask('checker', 'POST', `payment-requests/${id}/${act}`, body);
  const requested = async () => (await world.pay({ payee_id: payeeId, ...LARGE })).id;

  it('is shown to approvers, and paid only once it is enabled again', async () => {
    const id = await requested();
    expect(await facts(id)).toMatchObject({ saved_payee_standing: 'same' });
    await change('disable');
    expect(await facts(id)).toMatchObject({ saved_payee_standing: 'disabled', payee_saved_at: null });
    const msg = 'The saved payee “Ana García” is disabled. Reject this request, or enable the payee.';
    expect(await decide(id, 'approve/quote', {})).toMatchObject({ status: 409, msg });
    expect(await decide(id, 'approve')).toMatchObject({ status: 409, msg });
    expect(await facts(id)).toMatchObject({ status: 'pending' });
    await change('enable');
    expect((await decide(id, 'approve/quote', {})).status).toBe(200);
    expect(await decide(id, 'approve')).toMatchObject({ status: 200, data: { status: 'pass' } });
    expect(await findViolations(world.db)).toEqual([]);
  });

  it('can have its request rejected while it is disabled', async () => {
    const id = await requested();
    await change('disable');
    const rejected = await decide(id, 'reject', { reject_reason: 'No longer our supplier' });
    expect(rejected).toMatchObject({ status: 200, data: { status: 'reject' } });
    await change('enable');
  });

  it('is shown as different after a change of number, name or bank, for any payment with its number', async () => {
    const id = await requested();
    const entered = { payee_name: 'Ana García', card_number: NUMBER, bank_name: 'Banco', ...LARGE };
    const other = await world.pay(entered);
    const seen = async () => [await facts(id), await facts(other.id)].map((one) => one['saved_payee_standing']);
    expect(await seen()).toEqual(['same', 'same']);
    const edit = (values: object) => world.ask('demo', 'PUT', `payees/${payeeId}`, values);
    for (const values of [{ name: 'Ana' }, { bank_name: 'Bank' }]) {
      await edit(values);
      expect(await seen()).toEqual(['differs', 'differs']);
      await edit({ name: 'Ana García', bank_name: 'Banco', note: 'Rent' });
      expect(await seen()).toEqual(['same', 'same']);
    }
    await edit({ card_number: OTHER });
    // The entered number is no longer that of a saved payee.
    expect(await seen()).toEqual(['differs', null]);
    expect(await facts(id)).toMatchObject({ payee_saved_at: null });
    // The payment goes to the number that was requested.
    const { data } = await decide(id, 'approve');
    const { card_number } = await world.db.kysely
      .selectFrom('payouts')
      .where('id', '=', String(data['payout_id']))
      .select('card_number')
      .executeTakeFirstOrThrow();
    expect(world.cipher.decrypt(card_number)).toBe(NUMBER);
    await edit({ card_number: NUMBER });
  });

  it("isn't paid by a payment with its number, with or without saving it once more", async () => {
    const entered = { payee_name: 'Ana', card_number: NUMBER, bank_name: 'Bank', ...LARGE };
    const { id } = await world.pay(entered);
    await change('disable');
    expect(await world.pay({ ...entered, save_payee: true })).toMatchObject({
      status: 422,
      errors: { card_number: 'The saved payee “Ana García” is disabled. Enable the payee to make this payment.' },
    });
    const text = 'This number belongs to the saved payee “Ana García”, who is disabled. Enable the payee to pay it.';
    expect(await world.pay(entered)).toMatchObject({ status: 422, errors: { card_number: text } });
    const asked = { channel_id: world.channelId, amount: '10000', card_number: NUMBER };
    expect(await world.ask('demo', 'POST', 'payment-requests/quote', asked)).toMatchObject({
      status: 422,
      errors: { card_number: text },
    });
    // A request from before names no payee, but pays the same account.
    expect(await facts(id)).toMatchObject({ payee_id: null, saved_payee_standing: 'disabled' });
    expect(await decide(id, 'approve/quote', {})).toMatchObject({ status: 409, msg: text });
    expect(await decide(id, 'approve')).toMatchObject({ status: 409, msg: text });
    await change('enable');
    expect(await decide(id, 'approve')).toMatchObject({ status: 200 });
  });

  it("isn't paid again", async () => {
    const { data } = await world.pay({ payee_id: payeeId });
    const id = String(data['payout_id']);
    const payouts = world.db.kysely.updateTable('payouts').where('id', '=', id);
    await payouts.set({ status: 'processing' }).execute();
    await payouts.set({ status: 'failed' }).execute();
    await change('disable');
    const msg = 'The saved payee “Ana García” is disabled. Enable the payee to make this payment.';
    expect(await world.ask('demo', 'POST', `payouts/${id}/pay_again/quote`, {})).toMatchObject({ status: 409, msg });
    expect(await world.ask('demo', 'POST', `payouts/${id}/pay_again`, PROOF)).toMatchObject({ status: 409, msg });
    await change('enable');
    expect(await world.ask('demo', 'POST', `payouts/${id}/pay_again/quote`, {})).toMatchObject({ status: 200 });
  });
});
