import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startSupplierServer, type SupplierServer } from './supplierServer.ts';

describe('the declared actions of a stored resource', () => {
  let server: SupplierServer;
  beforeAll(async () => {
    server = await startSupplierServer(USUAL_DATABASE);
  });
  afterAll(() => server.close());

  const settle = (id: string, key: string | null, password: unknown = DEMO_PAY_PASSWORD) =>
    server.send('POST', `/${id}/settle`, {
      payload: { pay_password: password },
      headers: key === null ? {} : { 'idempotency-key': key },
    });

  it('set the declared values', async () => {
    const { id } = await server.create();
    const disabled = await server.send('POST', `/${id}/disable`, { payload: { reason: ' late ' } });
    expect(disabled).toMatchObject({
      status: 200,
      data: { id, status: 'disabled', reason: 'late', account: '6222••••1111' },
    });
    expect(disabled.data['disabled_at']).toBe(server.world.clock.now().toISOString());
  });

  it('validate their form, field by field', async () => {
    const { id } = await server.create();
    const refused = await server.send('POST', `/${id}/disable`, { payload: { other: 1 } });
    expect([refused.status, Object.keys(refused.data.errors ?? {})]).toEqual([422, ['other', 'reason']]);
  });

  it('are rejected for a record in another state, which is reported', async () => {
    const { id } = await server.create({ name: 'Closed' });
    const reason = { payload: { reason: 'late' } };
    await server.send('POST', `/${id}/disable`, reason);
    const again = await server.send('POST', `/${id}/disable`, reason);
    expect(again).toMatchObject({ status: 409, data: { current: { id, status: 'disabled' } } });
  });

  it('are executed for all selected records or for none', async () => {
    const ids = [(await server.create()).id, (await server.create()).id];
    for (const id of ids) await server.send('POST', `/${id}/disable`, { payload: { reason: 'late' } });
    const unknown = '00000000-0000-7000-8000-000000000000';
    expect((await server.send('POST', '/enable', { payload: { ids: [...ids, unknown] } })).status).toBe(404);
    expect((await server.send('GET', `/${ids[0]}`)).data).toMatchObject({ status: 'disabled' });
    const done = await server.send('POST', '/enable', { payload: { ids: [...ids, ...ids] } });
    expect(done).toEqual({ status: 200, data: { done: 2 } });
    expect((await server.send('GET', `/${ids[1]}`)).data).toMatchObject({ status: 'enabled', reason: null });
  });

  it.each([{}, { ids: [] }, { ids: 'x' }, { ids: [1] }, { ids: Array.from({ length: 1001 }, String) }])(
    'on several records are rejected without a list of IDs (%#)',
    async (payload) => {
      expect(await server.send('POST', '/enable', { payload })).toMatchObject({ status: 422 });
    },
  );

  describe('that are idempotent', () => {
    it('require a key', async () => {
      const { id } = await server.create();
      const refused = await settle(id, null);
      expect(refused).toMatchObject({ status: 422, data: { errors: { idempotency_key: expect.any(String) } } });
      expect((await settle(id, 'short')).status).toBe(422);
    });

    it('return the same response again, having changed the record once', async () => {
      const { id } = await server.create({ fee: '7' });
      const first = await settle(id, 'settle-it-once');
      expect(first).toMatchObject({ status: 200, data: { fee: '0', revision: 2 } });
      expect(await settle(id, 'settle-it-once')).toEqual(first);
      expect((await server.send('GET', `/${id}`)).data).toMatchObject({ revision: 2 });
    });

    it('are separate calls for another record', async () => {
      const [one, other] = [await server.create(), await server.create()];
      expect((await settle(one.id, 'same-key-for-two')).data.id).toBe(one.id);
      expect((await settle(other.id, 'same-key-for-two')).data.id).toBe(other.id);
    });

    it('require the payment password again before they return the stored response', async () => {
      const { id } = await server.create();
      await settle(id, 'again-with-password');
      const wrong = await settle(id, 'again-with-password', '000000');
      expect(wrong).toMatchObject({ status: 422, data: { errors: { pay_password: expect.stringContaining('4') } } });
      await settle(id, 'again-with-password');
    });

    it.each([undefined, '', 0, null])('are rejected without a payment password (%j)', async (password) => {
      const { id } = await server.create();
      const headers = { 'idempotency-key': 'without-password' };
      const refused = await server.send('POST', `/${id}/settle`, { payload: { pay_password: password }, headers });
      expect(refused).toMatchObject({ status: 422, data: { errors: { pay_password: expect.any(String) } } });
    });
  });
});
