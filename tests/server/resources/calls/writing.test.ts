import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { suppliers } from '#tests/support/suppliers.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { LEAST, startSupplierServer, type SupplierServer } from './supplierServer.ts';

describe('the calls of a declared resource', () => {
  let server: SupplierServer;
  beforeAll(async () => {
    server = await startSupplierServer(USUAL_DATABASE);
  });
  afterAll(() => server.close());

  it('create, show, list, change and delete a record', async () => {
    const made = await server.send('POST', '', { payload: { ...LEAST, name: 'Bolt', price: '250', fee: '5' } });
    expect(made).toMatchObject({
      status: 201,
      data: { name: 'Bolt', account: '6222••••1111', total: '255', status: 'enabled', api_key: false, revision: 1 },
    });
    const path = `/${made.data.id}`;
    expect(await server.send('GET', path)).toEqual({ status: 200, data: made.data });
    const listed = await server.send('GET', `?filter=${JSON.stringify({ name_like: 'Bol' })}`);
    expect(listed.data).toEqual([made.data]);
    expect((await server.send('GET', '/summary')).data).toMatchObject({
      count: 1,
      sums: { price: [{ currency: null, sum: '250' }] },
    });

    const changed = await server.send('PUT', path, { payload: { ...made.data, name: 'Bolt 2' } });
    expect(changed).toMatchObject({ status: 200, data: { name: 'Bolt 2', price: '250', revision: 2 } });
    expect((await server.send('DELETE', `${path}?revision=2`)).data).toMatchObject({ name: 'Bolt 2' });
    expect((await server.send('GET', path)).status).toBe(404);
  });

  it('create one record for all calls with one key, and reject other values under it', async () => {
    const headers = { 'idempotency-key': 'one-form-saved-twice' };
    const create = (name: string, more: object = headers) =>
      server.send('POST', '', { payload: { ...LEAST, name }, headers: { ...more } });
    const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => create('Keyed')));
    expect(first?.status).toBe(201);
    for (const other of others) expect(other).toEqual(first);
    expect(await create('Another')).toMatchObject({
      status: 422,
      data: { errors: { idempotency_key: expect.any(String) } },
    });
    expect((await create('Keyed', { 'idempotency-key': 'short' })).status).toBe(422);
    expect((await create('Keyed', {})).data.id).not.toBe(first?.data.id);
    const listed = await server.send('GET', `?filter=${JSON.stringify({ name_like: 'Keyed' })}`);
    expect(listed.data).toHaveLength(2);
    for (const { id } of [listed.data].flat()) await server.send('DELETE', `/${id}`);
  });

  it('reject a change of a record that another user has changed, and return its current state', async () => {
    const record = await server.create();
    await server.send('PUT', `/${record.id}`, { payload: { name: 'First', revision: 1 } });
    for (const payload of [
      { name: 'Second', revision: 1 },
      { ...record, name: 'Second' },
    ]) {
      const second = await server.send('PUT', `/${record.id}`, { payload });
      expect(second).toMatchObject({
        status: 409,
        data: { error: 'conflict', current: { name: 'First', revision: 2 } },
      });
    }
    expect((await server.send('DELETE', `/${record.id}?revision=1`)).status).toBe(409);
    expect((await server.send('PUT', `/${record.id}`, { payload: { name: 'Third' } })).data).toMatchObject({
      revision: 3,
    });
  });

  it("change and delete only records that meet the declaration's conditions", async () => {
    const when = { edit: { field: 'name', ne: 'Kept' }, delete: { field: 'name', eq: 'Old' } };
    const record = await server.create({ name: 'New' });
    await server.world.writeResource('suppliers', { ...suppliers, when });
    const removedNew = async () => server.send('DELETE', `/${(await server.create({ name: 'New' })).id}`);
    await expect.poll(async () => (await removedNew()).status).toBe(409);
    expect((await server.send('PUT', `/${record.id}`, { payload: { name: 'Kept' } })).status).toBe(200);
    expect(await server.send('PUT', `/${record.id}`, { payload: { name: 'Old' } })).toMatchObject({
      status: 409,
      data: { error: 'not_in_this_state', current: { name: 'Kept' } },
    });
    await server.world.writeResource('suppliers', suppliers);
    await expect
      .poll(async () => (await server.send('PUT', `/${record.id}`, { payload: { name: 'Old' } })).status)
      .toBe(200);
  });

  it('write nothing if nothing has changed', async () => {
    const record = await server.create();
    const same = await server.send('PUT', `/${record.id}`, { payload: record });
    expect(same.data).toEqual(record);
  });

  it('name every invalid field, in the language of the user', async () => {
    const refused = await server.send('POST', '', {
      payload: { name: '', email: 'x', other: 1 },
      headers: { 'accept-language': 'zh-CN' },
    });
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.data.errors ?? {}).toSorted()).toEqual(['account', 'email', 'name', 'other', 'tax_no']);
    expect(refused.data.errors?.['email']).toMatch(/邮箱/);
  });

  it.each(['[]', 'null', '"x"', '{'])('reject the body %s', async (payload) => {
    const refused = await server.send('POST', '', { payload, headers: { 'content-type': 'application/json' } });
    expect([400, 422]).toContain(refused.status);
  });

  it('accept JSON only, of the same size as other calls', async () => {
    const form = { payload: 'name=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    expect((await server.send('POST', '', form)).status).toBe(415);
    expect((await server.send('POST', '', { payload: { ...LEAST, name: 'x'.repeat(300_000) } })).status).toBe(413);
  });

  it("reject a reference to a record that the tenant doesn't have", async () => {
    const channelOf = async (username: string) =>
      server.world.db.kysely
        .selectFrom('channels as c')
        .innerJoin('directory as d', 'd.tenant_id', 'c.merchant_id')
        .where('d.name', '=', username)
        .select('c.id')
        .executeTakeFirstOrThrow();
    const [own, foreign] = [await channelOf('demo'), await channelOf('tokyo')];
    expect(await server.create({ channel_id: own.id })).toMatchObject({ channel_id: own.id });
    for (const channel_id of [foreign.id, 'nothing']) {
      const refused = await server.send('POST', '', { payload: { ...LEAST, channel_id } });
      expect(refused).toMatchObject({ status: 422, data: { errors: { channel_id: expect.any(String) } } });
    }
  });

  it('treat records of another tenant as unknown', async () => {
    const { id } = await server.create();
    const token = (await server.world.signIn('tokyo')).login_token;
    for (const [method, path] of [
      ['GET', `/${id}`],
      ['PUT', `/${id}`],
      ['DELETE', `/${id}`],
      ['GET', `/${id}/timeline`],
      ['POST', `/${id}/reveal`],
      ['POST', `/${id}/disable`],
      ['GET', `/${id}/files/contract`],
    ] as const) {
      const payload = path.endsWith('reveal') ? { source: 'account' } : { reason: 'x' };
      const request = method === 'GET' || method === 'DELETE' ? { token } : { token, payload };
      expect([path, (await server.send(method, path, request)).status]).toEqual([path, 404]);
    }
  });

  it('are rejected without the permission, before anything is read', async () => {
    const { id } = await server.create();
    const token = (await server.world.signIn('operator')).login_token;
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['PUT', `/${id}`],
      ['DELETE', `/${id}`],
    ] as const) {
      expect((await server.send(method, path, { token, ...(method === 'POST' ? { payload: '{' } : {}) })).status).toBe(
        403,
      );
    }
    expect((await server.send('GET', '/a/b/c/d', { token })).status).toBe(404);
    expect((await server.world.call({ url: '/prod-api/suppliers/a/b/c/d' })).statusCode).toBe(404);
  });

  it('reveal a masked value to users with the permission', async () => {
    const { id } = await server.create();
    expect(await server.send('POST', `/${id}/reveal`, { payload: { source: 'account' } })).toEqual({
      status: 200,
      data: { value: LEAST.account },
    });
    expect((await server.send('POST', `/${id}/reveal`, { payload: { source: 'name' } })).status).toBe(422);
  });
});
