import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

const products = {
  version: 1,
  name: 'products',
  storage: 'table',
  tenants: ['merchant'],
  fields: [
    { source: 'name', type: 'text', required: true },
    { source: 'price', type: 'money', currency: 'currency' },
    { source: 'currency', type: 'text' },
    { source: 'cost', type: 'money', currency: 'currency', permission: 'see_cost' },
  ],
};

const sales = {
  version: 1,
  name: 'sales',
  storage: 'table',
  tenants: ['merchant'],
  fields: [
    { source: 'number', type: 'text', default: { sequence: 'S-{yyyy}-{0000}' } },
    { source: 'product_id', type: 'reference', reference: 'products' },
    { source: 'name', type: 'text', required: true, default: { from: 'product_id.name' } },
    { source: 'currency', type: 'text', default: { from: 'product_id.currency' } },
    { source: 'price', type: 'money', currency: 'currency', default: { from: 'product_id.price' } },
    { source: 'cost', type: 'money', currency: 'currency', readOnly: true, default: { from: 'product_id.cost' } },
    { source: 'sold_on', type: 'date', default: '$today' },
    { source: 'due_on', type: 'date', default: '$today+30d' },
    { source: 'sold_at', type: 'datetime', default: '$now' },
    { source: 'seller_id', type: 'reference', reference: 'users', default: '$user' },
  ],
};

type Answer = Record<string, unknown> & { id: string };

describe('defaults of records created by calls', () => {
  let world: World;
  let owner: string;
  let viewer: string;
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20, resources: { products, sales } });
    ({ login_token: owner } = await world.signIn('demo'));
    const { kysely } = world.db;
    const role = await kysely.selectFrom('roles').where('name', '=', 'Viewer').selectAll().executeTakeFirstOrThrow();
    const permissions = ['products.list', 'sales.list', 'sales.show', 'sales.create', 'sales.edit'];
    const granted = permissions.map((permission) => ({
      merchant_id: role.merchant_id,
      role_id: role.id,
      permission,
    }));
    await kysely.insertInto('role_permissions').values(granted).execute();
    ({ login_token: viewer } = await world.signIn('viewer'));
  });
  afterAll(() => world.close());

  const send = async (method: 'POST' | 'PUT' | 'GET', url: string, payload?: object, token = owner, headers = {}) => {
    const answer = await world.call({ token, method, url: `/prod-api/${url}`, headers, ...(payload && { payload }) });
    return { status: answer.statusCode, data: answer.json<{ data: Answer & { errors?: object } }>().data };
  };
  const product = async (values: object) =>
    (await send('POST', 'products', { name: 'Chair', price: '500', currency: 'EUR', cost: '300', ...values })).data.id;

  it('are taken from the record that is referred to, unless a value is sent', async () => {
    const product_id = await product({});
    const made = await send('POST', 'sales', { product_id });
    expect(made).toMatchObject({
      status: 201,
      data: {
        name: 'Chair',
        currency: 'EUR',
        price: '500',
        cost: '300',
        number: expect.stringMatching(/^S-2026-\d{4}$/),
      },
    });
    const given = await send('POST', 'sales', { product_id, name: 'Stool', price: '450' });
    expect(given.data).toMatchObject({ name: 'Stool', price: '450', currency: 'EUR' });
    const inOther = await send('POST', 'sales', { product_id, currency: 'JPY' });
    expect(inOther.data).toMatchObject({ currency: 'JPY', price: null, cost: null });
    expect(await send('POST', 'sales', {})).toMatchObject({
      status: 422,
      data: { errors: { name: expect.any(String) } },
    });
  });

  it('are the user, the tenant’s day and the time', async () => {
    const { data } = await send('POST', 'sales', { name: 'x' });
    const me = await world.db.kysely.selectFrom('users').where('username', '=', 'demo').select('id').executeTakeFirst();
    expect(data).toMatchObject({
      sold_on: '2026-11-20',
      due_on: '2026-12-20',
      sold_at: world.clock.now().toISOString(),
      seller_id: me?.id,
    });
  });

  it('leave out what the user may not see', async () => {
    const product_id = await product({});
    const { data } = await send('POST', 'sales', { product_id }, viewer);
    expect(data).toMatchObject({ name: 'Chair', price: '500', cost: null });
  });

  it('are numbers that nobody writes, and one for all calls with one key', async () => {
    expect(await send('POST', 'sales', { name: 'x', number: 'S-2026-9999' })).toMatchObject({
      status: 422,
      data: { errors: { number: expect.any(String) } },
    });
    const { data } = await send('POST', 'sales', { name: 'x' });
    expect((await send('PUT', `sales/${data.id}`, { number: 'S-1' })).status).toBe(422);
    expect((await send('PUT', `sales/${data.id}`, { number: data['number'], name: 'y' })).status).toBe(200);
    const keyed = () => send('POST', 'sales', { name: 'keyed' }, owner, { 'idempotency-key': 'one-sale-only' });
    const first = await keyed();
    expect(await keyed()).toEqual(first);
    const counter = (text: unknown) => Number(String(text).slice(-4));
    const { data: after } = await send('POST', 'sales', { name: 'x' });
    expect(counter(after['number'])).toBe(counter(first.data['number']) + 1);
  });
});
