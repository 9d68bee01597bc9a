import { addHours } from 'date-fns/addHours';
import { differenceInMilliseconds } from 'date-fns/differenceInMilliseconds';
import { hoursToSeconds } from 'date-fns/hoursToSeconds';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatInZone } from '#shared/format/timeZone.ts';
import { findViolations } from '#server/ledger/invariants.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { payeesWorld, type PayeesWorld } from './payeesWorld.ts';

const NUMBER = '6222021234567890128';
const OTHER = '6228480402564890018';
/** Seconds. */
const DAY = hoursToSeconds(24);
const MILLISECOND = 0.001;
const payee = { name: 'Ana García', card_number: NUMBER, bank_name: 'Banco' };

describe('saved payees', () => {
  let world: PayeesWorld;
  beforeAll(async () => {
    world = await payeesWorld(USUAL_DATABASE);
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

  it("don't delay a payment with the full number, which approvers are told about", async () => {
    const entered = { payee_name: 'Cy', card_number: OTHER, bank_name: 'Bank' };
    const made = await world.ask('demo', 'POST', 'payees', { ...payee, card_number: entered.card_number });
    expect(made.status).toBe(201);
    expect(await world.pay(entered)).toMatchObject({ status: 200, data: { payee_id: null } });
    const saving = await world.pay({ ...entered, save_payee: true, amount: '600000' });
    expect(saving).toMatchObject({ status: 200, data: { status: 'pending', payee_id: made.id } });
    expect((await world.ask('checker', 'GET', `payment-requests/${saving.id}`)).data).toMatchObject({
      payee_saved_at: made.data['created_at'],
    });
  });

  it('are shown to approvers as saved since the last change that redirects money, and not while they are disabled', async () => {
    const [first, second] = ['6217000010000000091', '6217000010000000109'];
    const made = await world.ask('demo', 'POST', 'payees', { ...payee, card_number: first });
    await later(DAY);
    const entered = { payee_name: payee.name, card_number: second, bank_name: payee.bank_name, amount: '600000' };
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

  it('are named in batches, with their status', async () => {
    const number = '6217000010000000117';
    const made = await world.ask('demo', 'POST', 'payees', { ...payee, card_number: number });
    const file = Buffer.from(`payee_name,card_number,bank_name,amount\nAna García,${number},Banco,100.00`);
    const { login_token: token } = await world.signIn('demo');
    const query = new URLSearchParams({ channel_id: world.channelId, name: 'wages.csv' });
    const uploaded = await world.call({
      method: 'POST',
      url: `/prod-api/batch-transfers/upload?${query}`,
      token,
      payload: file,
      headers: { 'content-type': 'application/octet-stream' },
    });
    const { id } = uploaded.json<{ data: { id: string } }>().data;
    const named = async () => {
      const answer = await world.call({ method: 'GET', url: `/prod-api/batch-transfers/${id}/items`, token });
      return answer.json<{ data: { items: { saved_payee: unknown }[] } }>().data.items[0]?.saved_payee;
    };
    expect(await named()).toEqual({ name: payee.name, status: 'enabled' });
    await world.ask('demo', 'POST', `payees/${made.id}/disable`, {});
    expect(await named()).toEqual({ name: payee.name, status: 'disabled' });
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
