import { addHours } from 'date-fns/addHours';
import { differenceInMilliseconds } from 'date-fns/differenceInMilliseconds';
import { hoursToSeconds } from 'date-fns/hoursToSeconds';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BatchItem, BatchState } from '#shared/contract/batches.ts';
import { formatInZone } from '@merchant-console/declaration';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { findViolations } from '#server/ledger/invariants.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { payeesWorld, type PayeesWorld } from './payeesWorld.ts';

const NUMBER = '6222021234567890128';
const OTHER = '6228480402564890018';
/** Seconds. */
const DAY = hoursToSeconds(24);
const MILLISECOND = 0.001;
/** Above the approval threshold. */
const LARGE = '40001';
const PROOF = { pay_password: DEMO_PAY_PASSWORD };
const payee = { name: 'Ana García', card_number: NUMBER, bank_name: 'Banco' };

describe('saved payees', () => {
  let world: PayeesWorld;
  beforeAll(async () => {
    world = await payeesWorld(USUAL_DATABASE);
    await world.db.kysely.updateTable('merchants').set({ approval_threshold: 40_000n }).execute();
  });
  afterAll(() => world.close());

  const quote = (payeeId: string) =>
    world.ask('demo', 'POST', 'payment-requests/quote', {
      channel_id: world.channelId,
      amount: '10000',
      payee_id: payeeId,
    });
  async function later(seconds: number): Promise<void> {
    world.clock.advance(seconds);
    await world.signInAll();
  }

  it('are stored masked, once per number, and can be used from the exact end of the waiting period', async () => {
    const made = await world.ask('demo', 'POST', 'payees', payee);
    expect(made).toMatchObject({ status: 201, data: { title: 'Ana García · 6222••••0128', last_paid_at: null } });
    expect(made.data['usable_at']).toBe(addHours(world.clock.now(), 24).toISOString());
    expect(await world.ask('demo', 'POST', 'payees', { ...payee, name: 'Eva' })).toMatchObject({
      status: 422,
      errors: { card_number: expect.stringContaining('already') },
    });
    const refusal = { payee_id: expect.stringMatching(/You can pay this payee from 2026-11-21 12:\d\d/) };
    expect(await world.pay({ payee_id: made.id })).toMatchObject({ status: 422, errors: refusal });
    expect(await quote(made.id)).toMatchObject({ status: 422, errors: refusal });

    // Signing in also advances the clock.
    await later(DAY - 600);
    const left = differenceInMilliseconds(String(made.data['usable_at']), world.clock.now());
    world.clock.advance((left - 1) * MILLISECOND);
    expect(await world.pay({ payee_id: made.id })).toMatchObject({ status: 422, errors: refusal });
    expect(await quote(made.id)).toMatchObject({ status: 422, errors: refusal });
    world.clock.advance(MILLISECOND);
    expect((await quote(made.id)).status).toBe(200);
    // Values entered beside a saved payee are ignored.
    const paid = await world.pay({ payee_id: made.id, payee_name: 'Eva' });
    expect(paid).toMatchObject({ status: 200, data: { payee_id: made.id, payee_name: 'Ana García' } });
    const { card_number } = await world.db.kysely
      .selectFrom('payment_requests')
      .where('id', '=', paid.id)
      .select('card_number')
      .executeTakeFirstOrThrow();
    expect(card_number).not.toContain(NUMBER);
    expect(world.cipher.decrypt(card_number)).toBe(NUMBER);
  });

  it('name the end of the waiting period in the time zone of the user', async () => {
    const made = await world.ask('demo', 'POST', 'payees', { ...payee, card_number: '6217000010000000083' });
    const users = world.db.kysely.updateTable('users').where('username', '=', 'demo');
    await users.set({ time_zone: 'America/New_York' }).execute();
    const end = formatInZone(new Date(String(made.data['usable_at'])), 'America/New_York');
    expect(await quote(made.id)).toMatchObject({ errors: { payee_id: expect.stringContaining(end) } });
    await users.set({ time_zone: null }).execute();
  });

  it('wait again after a change of number, name or bank, and after being enabled, but not after other changes', async () => {
    const made = await world.ask('demo', 'POST', 'payees', { ...payee, card_number: OTHER });
    await later(DAY);
    const statusAfter = async (change: object) => {
      expect((await world.ask('demo', 'PUT', `payees/${made.id}`, change)).status).toBe(200);
      return (await world.pay({ payee_id: made.id })).status;
    };
    expect(await statusAfter({ note: 'Rent', branch_name: 'Centre' })).toBe(200);
    for (const change of [{ card_number: '6217000010000000018' }, { name: 'Ana' }, { bank_name: 'Bank' }]) {
      expect([change, await statusAfter(change)]).toEqual([change, 422]);
      await later(DAY);
      expect((await world.pay({ payee_id: made.id })).status).toBe(200);
    }
    await world.ask('demo', 'POST', `payees/${made.id}/disable`, {});
    expect((await world.pay({ payee_id: made.id })).errors).toEqual({ payee_id: 'This payee is disabled.' });
    await world.ask('demo', 'POST', `payees/${made.id}/enable`, {});
    expect((await world.pay({ payee_id: made.id })).errors).toMatchObject({
      payee_id: expect.stringContaining('changed recently'),
    });
  });

  it('delay a payment with the full number too', async () => {
    const entered = { payee_name: 'Cy', card_number: OTHER, bank_name: 'Bank' };
    const made = await world.ask('demo', 'POST', 'payees', { ...payee, card_number: entered.card_number });
    expect(made.status).toBe(201);
    const errors = { card_number: expect.stringMatching(/belongs to the saved payee “Ana García”.* from 2026-/) };
    expect(await world.pay(entered)).toMatchObject({ status: 422, errors });
    expect(await world.pay({ ...entered, save_payee: true, amount: LARGE })).toMatchObject({ status: 422, errors });
    await later(DAY);
    expect(await world.pay(entered)).toMatchObject({ status: 200, data: { payee_id: null } });
    const saving = await world.pay({ ...entered, save_payee: true, amount: LARGE });
    expect(saving).toMatchObject({ status: 200, data: { status: 'pending', payee_id: made.id } });
    expect((await world.ask('checker', 'GET', `payment-requests/${saving.id}`)).data).toMatchObject({
      payee_saved_at: made.data['created_at'],
      saved_payee_standing: 'differs',
    });
  });

  it('don’t wait for the request that has saved them, which approvers see, nor for its repetition', async () => {
    const entered = { payee_name: 'Di', card_number: '6217000010000000125', bank_name: 'Bank', save_payee: true };
    const { id } = await world.pay({ ...entered, amount: LARGE });
    const facts = async () => (await world.ask('checker', 'GET', `payment-requests/${id}`)).data;
    const shown = await facts();
    expect(shown).toMatchObject({ status: 'pending', saved_payee_standing: 'saved_with_request' });
    const approved = await world.ask('checker', 'POST', `payment-requests/${id}/approve`, PROOF);
    expect(approved).toMatchObject({ status: 200, data: { status: 'pass' } });
    const payoutId = String(approved.data['payout_id']);
    const payouts = world.db.kysely.updateTable('payouts').where('id', '=', payoutId);
    await payouts.set({ status: 'processing' }).execute();
    await payouts.set({ status: 'failed' }).execute();
    expect((await world.pay({ ...entered, save_payee: false })).errors).toHaveProperty('card_number');
    const payAgain = () => world.ask('demo', 'POST', `payouts/${payoutId}/pay_again`, PROOF);
    await world.ask('demo', 'PUT', `payees/${String(shown['payee_id'])}`, { bank_name: 'Banco' });
    expect(await payAgain()).toMatchObject({ status: 409, msg: expect.stringContaining('belongs to the saved payee') });
    await world.db.kysely.updateTable('payees').where('name', '=', 'Di').set({ revision: 1 }).execute();
    expect(await payAgain()).toMatchObject({ status: 200 });
  });

  it('are the only ones that are paid, once they can be, if the merchant has chosen so', async () => {
    const merchants = world.db.kysely.updateTable('merchants').where('merchant_id', '=', world.merchantId);
    await merchants.set({ only_saved_payees: true }).execute();
    const entered = { payee_name: 'Ed', card_number: '6217000010000000133', bank_name: 'Bank' };
    const errors = { card_number: expect.stringContaining('Only saved payees can be paid') };
    expect(await world.pay(entered)).toMatchObject({ status: 422, errors });
    expect(await world.pay({ ...entered, save_payee: true })).toMatchObject({ status: 422, errors });
    await world.ask('demo', 'POST', 'payees', { ...payee, card_number: entered.card_number });
    expect((await world.pay(entered)).errors['card_number']).toContain('belongs to the saved payee');
    await later(DAY);
    expect(await world.pay(entered)).toMatchObject({ status: 200 });
    await merchants.set({ only_saved_payees: false }).execute();
  });

  it('count as the same account as a bank card that waits or is disabled', async () => {
    const card = { name: 'Ink', bank_name: 'Bank', card_number: '6217000010000000141' };
    const made = await world.ask('demo', 'POST', 'bankcards', card);
    expect(made.status).toBe(201);
    const entered = { payee_name: 'Ink', card_number: card.card_number, bank_name: 'Bank' };
    expect((await world.pay(entered)).errors['card_number']).toContain('your bank card of “Ink”');
    await later(DAY);
    expect(await world.pay(entered)).toMatchObject({ status: 200 });
    await world.ask('demo', 'POST', `bankcards/${made.id}/disable`, {});
    expect((await world.pay(entered)).errors['card_number']).toContain('which is disabled');
  });

  it('are shown to approvers as saved since the last change that redirects money, and not while they are disabled', async () => {
    const [first, second] = ['6217000010000000091', '6217000010000000109'];
    const made = await world.ask('demo', 'POST', 'payees', { ...payee, card_number: first });
    await later(DAY);
    const entered = { payee_name: payee.name, card_number: second, bank_name: payee.bank_name, amount: LARGE };
    const { id } = await world.pay(entered);
    const savedAt = async () => (await world.ask('checker', 'GET', `payment-requests/${id}`)).data['payee_saved_at'];
    expect(await savedAt()).toBeNull();
    await world.ask('demo', 'PUT', `payees/${made.id}`, { card_number: second });
    const changedAt = world.clock.now().toISOString();
    expect(await savedAt()).toBe(changedAt);
    await later(60);
    await world.ask('demo', 'PUT', `payees/${made.id}`, { note: 'Rent' });
    expect(await savedAt()).toBe(changedAt);
    await world.ask('demo', 'POST', `payees/${made.id}/disable`, {});
    expect(await savedAt()).toBeNull();
  });

  it('are named in batches, whose rows can’t be paid while they wait or are disabled', async () => {
    const number = '6222000011112223';
    const made = await world.ask('demo', 'POST', 'payees', { ...payee, card_number: number });
    let { login_token: token } = await world.signIn('demo');
    const header = 'payee_name,card_number,bank_name,amount';
    const upload = async (amount: string) => {
      const query = new URLSearchParams({ channel_id: world.channelId, name: 'wages.csv' });
      const uploaded = await world.call({
        method: 'POST',
        url: `/prod-api/batch-transfers/upload?${query}`,
        token,
        payload: Buffer.from(`${header}\nAna García,${number},Banco,${amount}`),
        headers: { 'content-type': 'application/octet-stream' },
      });
      return uploaded.json<{ data: BatchState }>().data;
    };
    const rowOf = async ({ id }: BatchState) => {
      const answer = await world.call({ method: 'GET', url: `/prod-api/batch-transfers/${id}/items`, token });
      return answer.json<{ data: { items: BatchItem[] } }>().data.items[0];
    };
    const waiting = await upload('100.00');
    expect(waiting).toMatchObject({ invalid_count: 1, may_submit: false });
    expect(await rowOf(waiting)).toMatchObject({
      saved_payee: { name: payee.name, status: 'enabled' },
      problems: { card_number: [expect.stringContaining('belongs to the saved payee “Ana García”, who was added')] },
    });

    await later(DAY);
    ({ login_token: token } = await world.signIn('demo'));
    const draft = await upload('101.00');
    const body = { revision: draft.revision, ...PROOF };
    const submit = () => world.ask('demo', 'POST', `batch-transfers/${draft.id}/submit`, body);
    await world.ask('demo', 'POST', `payees/${made.id}/disable`, {});
    const msg = 'Row 2 pays an account that can’t be paid now. Check again to see why.';
    expect(await submit()).toMatchObject({ status: 409, msg });
    await world.ask('demo', 'POST', `batch-transfers/${draft.id}/recheck`, {});
    expect(await rowOf(draft)).toMatchObject({
      saved_payee: { status: 'disabled' },
      problems: { card_number: [expect.stringContaining('who is disabled')] },
    });
  });

  it('are saved with a payment, once, by users with the permission', async () => {
    const entered = { payee_name: 'Bo', card_number: '6222020200112233440', bank_name: 'Bank', save_payee: true };
    const made = await world.pay(entered);
    expect(made.status).toBe(200);
    const payeeId = String(made.data['payee_id']);
    expect(await world.ask('demo', 'GET', `payees/${payeeId}`)).toMatchObject({
      status: 200,
      data: { name: 'Bo', status: 'enabled' },
    });
    await later(DAY);
    expect((await world.pay(entered)).data['payee_id']).toBe(payeeId);
    expect((await world.pay({ ...entered, bank_name: '' })).errors).toHaveProperty('bank_name');
    // Not if the payment is rejected.
    const unsaved = { ...entered, card_number: '6217000010000000026', amount: '1' };
    expect((await world.pay(unsaved)).status).toBe(422);
    expect(await world.ask('demo', 'POST', 'payees', { ...payee, card_number: unsaved.card_number })).toMatchObject({
      status: 201,
    });
  });

  it('are hidden from other merchants', async () => {
    const number = '6222020200112233457';
    const made = await world.ask('demo', 'POST', 'payees', { ...payee, card_number: number });
    await later(DAY);
    expect((await world.pay({ payee_id: made.id }, { user: 'sub' })).status).toBe(422);
    expect((await world.ask('sub', 'GET', `payees/${made.id}`)).status).toBe(404);
    expect((await world.ask('sub', 'POST', 'payees', { ...payee, card_number: number })).status).toBe(201);
    expect(await findViolations(world.db)).toEqual([]);
  });
});
