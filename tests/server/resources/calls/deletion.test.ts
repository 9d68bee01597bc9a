import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

const NAME = { source: 'name', type: 'text' };
const declared = (name: string, fields: object[], more: object = {}) => ({
  version: 1,
  name,
  storage: 'table',
  tenants: ['merchant'],
  fields,
  ...more,
});
const toInvoices = (onDelete: string) => ({ source: 'invoice_id', type: 'reference', reference: 'bills', onDelete });

const resources = {
  bills: declared('bills', [NAME]),
  bill_lines: declared('bill_lines', [NAME, toInvoices('delete')], { label: { en: 'Lines', es: 'Líneas' } }),
  bill_payments: declared('bill_payments', [toInvoices('refuse')], { label: { en: 'Payments', es: 'Pagos' } }),
};

describe('the calls that delete a record which others refer to', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20, resources });
  });
  afterAll(() => world.close());

  async function sender() {
    const { login_token: token } = await world.signIn('demo');
    return async (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, language = 'en') => {
      const answer = await world.call({
        method,
        url: `/prod-api/${url}`,
        token,
        headers: { 'accept-language': language },
        ...(payload && { payload }),
      });
      return { status: answer.statusCode, ...answer.json<{ msg: string; data: { id: string; error?: string } }>() };
    };
  }

  it('say by number what would go and what prevents it, in the language of the user', async () => {
    const send = await sender();
    const { id } = (await send('POST', 'bills', { name: 'b' })).data;
    for (const name of ['1', '2']) await send('POST', 'bill-lines', { name, invoice_id: id });
    const asked = await send('POST', 'bills/deletion', { ids: [id] }, 'es');
    expect(asked.data).toEqual({
      effects: [{ resource: 'bill_lines', title: 'Líneas', effect: 'delete', count: 2 }],
    });
    const payment = (await send('POST', 'bill-payments', { invoice_id: id })).data;
    const refused = await send('DELETE', `bills/${id}`, undefined, 'es');
    expect(refused).toMatchObject({ status: 409, data: { error: 'still_referenced', current: { id } } });
    expect(refused.msg).toContain('Pagos (1)');
    expect((await send('POST', 'bills/deletion', { ids: [id] })).data).toMatchObject({
      effects: [{ resource: 'bill_payments', title: 'Payments', effect: 'refuse', count: 1 }, { effect: 'delete' }],
    });
    await send('DELETE', `bill-payments/${payment.id}`);
    expect((await send('DELETE', `bills/${id}`)).status).toBe(200);
    expect((await send('GET', 'bill-lines')).data).toEqual([]);
  });
});
