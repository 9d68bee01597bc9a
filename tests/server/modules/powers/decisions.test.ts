import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';
import { userCalls } from '../users/userCalls.ts';
import { invitedPartner } from './invitedPartner.ts';

const DAY = 24 * 3600;

const formSchema = z.object({ channels: z.array(z.object({ id: z.string() })), approval_threshold: z.string() });

describe('who decides on a payment', () => {
  let world: World;
  let calls: ReturnType<typeof userCalls>;
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20 });
    calls = userCalls(world);
    // A second owner, invited by the first one, who has waited long enough.
    await invitedPartner(world);
    world.clock.advance(2 * DAY);
  });
  afterAll(() => world.close());

  const tokenOf = async (username: string) => (await world.signIn(username)).login_token;

  async function post(token: string, path: string, payload: object) {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const answer = await world.call({ method: 'POST', url: `/prod-api/${path}`, token, payload, headers });
    const { msg, data } = z.object({ msg: z.string(), data: z.looseObject({}) }).parse(answer.json());
    return { status: answer.statusCode, msg, data };
  }
  /** A payment request above the threshold, by the first owner. Returns its ID. */
  async function requested(token: string): Promise<string> {
    const form = formSchema.parse((await calls.send('GET', '/payment-requests/form', token)).data);
    const { status, data } = await post(token, 'payment-requests', {
      ...{ channel_id: form.channels[0]?.id, payee_name: 'Ink', card_number: '6222021234567890', bank_name: 'Bank' },
      amount: (BigInt(form.approval_threshold) + 1n).toString(),
      pay_password: DEMO_PAY_PASSWORD,
    });
    expect([status, data['status']]).toEqual([200, 'pending']);
    return z.string().parse(data['id']);
  }
  const record = async (token: string, id: string) =>
    z.looseObject({}).parse((await calls.send('GET', `/payment-requests/${id}`, token)).data);
  const approve = (token: string, id: string) =>
    post(token, `payment-requests/${id}/approve`, { pay_password: DEMO_PAY_PASSWORD });
  const quote = (token: string, id: string) => post(token, `payment-requests/${id}/approve/quote`, {});

  it('excludes whom the requester invited, and says whom to ask', async () => {
    const owner = await tokenOf('demo');
    const id = await requested(owner);
    expect(await record(owner, id)).toMatchObject({
      deciders: '周明',
      decision_hint: null,
      may_approve: null,
      is_own: true,
    });
    const partner = await tokenOf('partner');
    const seen = await record(partner, id);
    expect(seen).toMatchObject({
      may_approve: false,
      deciders: '周明',
      same_origin: 'address_and_device',
      maker_invited_by: null,
    });
    expect(seen['decision_hint']).toContain('Ask 周明.');
    for (const refused of [await quote(partner, id), await approve(partner, id)]) {
      expect(refused).toMatchObject({ status: 403, msg: seen['decision_hint'], data: { error: 'checker_related' } });
    }
    const reviewer = await tokenOf('checker');
    expect(await record(reviewer, id)).toMatchObject({ may_approve: true, decision_hint: null });
    expect((await quote(reviewer, id)).status).toBe(200);
    const approved = await approve(reviewer, id);
    expect(approved).toMatchObject({ status: 200, data: { status: 'pass', checker_relation: null } });
  });

  it('shows the approver who invited the requester, and when', async () => {
    const partner = await tokenOf('partner');
    const id = await requested(partner);
    const reviewer = await tokenOf('checker');
    const { maker_since } = await record(reviewer, id);
    expect(await record(reviewer, id)).toMatchObject({ maker_invited_by: '林晓', maker_reset_at: null });
    const age = world.clock.now().getTime() - new Date(z.string().parse(maker_since)).getTime();
    expect(Math.round(age / (DAY * 1000))).toBe(2);
  });

  it('is marked on the request and in the log if nobody else may decide, and refused by strict settings', async () => {
    const owner = await tokenOf('demo');
    const id = await requested(owner);
    const partner = await tokenOf('partner');
    expect(await calls.act(owner, 'checker', 'disable')).toMatchObject({ status: 200 });
    const { kysely } = world.db;
    await sql`update merchants set strict_checkers = true where type = 'merchant'`.execute(kysely);
    expect(await record(partner, id)).toMatchObject({ may_approve: false, deciders: null });
    expect(await record(owner, id)).toMatchObject({ decision_hint: expect.stringContaining('Nobody can approve') });
    expect(await approve(partner, id)).toMatchObject({ status: 403, data: { error: 'checker_strict' } });
    await sql`update merchants set strict_checkers = false where type = 'merchant'`.execute(kysely);
    const seen = await record(partner, id);
    expect(seen).toMatchObject({ may_approve: true, deciders: 'Partner' });
    expect(seen['decision_hint']).toContain('The requester invited you on ');
    const approved = await approve(partner, id);
    expect(approved).toMatchObject({ status: 200, data: { status: 'pass', checker_relation: 'maker_invited' } });
    const logged = await kysely
      .selectFrom('audit_logs')
      .where('record_id', '=', id)
      .where('action', '=', 'payment_requests.approve')
      .select('after')
      .executeTakeFirstOrThrow();
    expect(logged.after).toMatchObject({ checker_relation: 'maker_invited', checker_related_at: expect.any(String) });
  });

  it('never stops a rejection', async () => {
    const owner = await tokenOf('demo');
    const id = await requested(owner);
    await calls.act(owner, 'checker', 'enable');
    const partner = await tokenOf('partner');
    const rejected = await post(partner, `payment-requests/${id}/reject`, { reject_reason: 'No' });
    expect(rejected).toMatchObject({ status: 200, data: { status: 'reject' } });
  });
});
