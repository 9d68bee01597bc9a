import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LEAST, startSupplierServer, type SupplierServer } from './supplierServer.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';

describe('a field with a permission of its own', () => {
  let server: SupplierServer;
  /** Token of a user who may do everything with suppliers except see the margin. */
  let token: string;
  beforeAll(async () => {
    server = await startSupplierServer(USUAL_DATABASE);
    const { kysely } = server.world.db;
    const role = await kysely.selectFrom('roles').where('name', '=', 'Viewer').selectAll().executeTakeFirstOrThrow();
    const granted = ['list', 'show', 'create', 'edit', 'delete', 'disable'].map((action) => ({
      merchant_id: role.merchant_id,
      role_id: role.id,
      permission: `suppliers.${action}`,
    }));
    await kysely
      .insertInto('role_permissions')
      .values(granted)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    ({ login_token: token } = await server.world.signIn('viewer'));
  });
  afterAll(() => server.close());

  it('is visible to users with the permission', async () => {
    expect(await server.create({ margin: 250 })).toMatchObject({ margin: 250 });
    expect((await server.send('GET', '?filter={"margin":250}')).status).toBe(200);
  });

  it('is missing in every response to others, also in that to a conflict', async () => {
    const { id } = await server.create({ margin: 250 });
    const shown = await server.send('GET', `/${id}`, { token });
    expect(shown.status).toBe(200);
    const answers = [
      shown.data,
      (await server.send('GET', '', { token })).data,
      (await server.send('PUT', `/${id}`, { token, payload: { name: 'B' } })).data,
      (await server.send('PUT', `/${id}`, { token, payload: { name: 'C', revision: 1 } })).data.current,
      (await server.send('POST', `/${id}/disable`, { token, payload: { reason: 'x' } })).data,
      (await server.send('POST', `/${id}/disable`, { token, payload: { reason: 'x' } })).data.current,
      (await server.send('GET', `/${id}/timeline`, { token })).data,
      (await server.send('DELETE', `/${id}`, { token })).data,
    ];
    for (const answer of answers) {
      expect(answer).toBeDefined();
      expect(JSON.stringify(answer)).not.toContain('margin');
    }
  });

  it('is rejected by name as filter, sort and value, like an unknown one', async () => {
    const { id } = await server.create({ margin: 250 });
    expect(await server.send('GET', '?filter={"margin":250}', { token })).toMatchObject({
      status: 422,
      data: { errors: { margin: expect.any(String) } },
    });
    for (const [method, path, payload] of [
      ['POST', '', { ...LEAST, margin: 1 }],
      ['PUT', `/${id}`, { margin: 250 }],
    ] as const) {
      const refused = await server.send(method, path, { token, payload });
      expect([refused.status, Object.keys(refused.data.errors ?? {})]).toEqual([422, ['margin']]);
    }
  });

  it('keeps its value when others change the record', async () => {
    const { id } = await server.create({ margin: 250 });
    const seen = (await server.send('GET', `/${id}`, { token })).data;
    await server.send('PUT', `/${id}`, { token, payload: { ...seen, name: 'B' } });
    expect((await server.send('GET', `/${id}`)).data).toMatchObject({ name: 'B', margin: 250 });
  });
});
