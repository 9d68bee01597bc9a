import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSupplierServer, type SupplierServer } from './supplierServer.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';

describe('the export of a declared resource', () => {
  let server: SupplierServer;
  let token: string;
  beforeAll(async () => {
    server = await startSupplierServer(USUAL_DATABASE);
    await server.create({ name: 'Bolt', margin: 250 });
    ({ login_token: token } = await server.world.signIn('demo'));
  });
  afterAll(() => server.close());

  const exported = async (query: string, as = token) =>
    server.world.call({ url: `/prod-api/suppliers/export?${query}`, token: as });

  it('contains what the list would show', async () => {
    const columns = encodeURIComponent(JSON.stringify(['name', 'account']));
    const file = await exported(`format=csv&columns=${columns}`);
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(file.headers['content-disposition']).toMatch(/^attachment;/);
    expect(file.headers['cache-control']).toBe('no-store');
    expect(file.body).toContain('Bolt');
    expect(file.body).toContain('6222••••1111');
    expect(file.body).not.toContain('6222020200001111');
  });

  it('is rejected with an envelope for what the list would reject', async () => {
    const refused = await exported(`format=csv&filter=${JSON.stringify({ email: 'x' })}`);
    expect([refused.statusCode, refused.json()]).toEqual([422, expect.objectContaining({ code: 42_200 })]);
  });

  it('requires its own permission', async () => {
    const viewer = (await server.world.signIn('viewer')).login_token;
    expect((await exported('format=csv', viewer)).statusCode).toBe(403);
  });
});
