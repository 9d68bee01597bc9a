import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chartsOf, declarationSchema, toResource, visibleTo } from '@merchant-console/declaration';
import { suppliers } from '#tests/support/suppliers.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startSupplierServer, type SupplierServer } from './supplierServer.ts';

describe('the groups of a chart', () => {
  let server: SupplierServer;
  beforeAll(async () => {
    server = await startSupplierServer(USUAL_DATABASE);
    for (const [price, since] of [
      ['100', '2026-10-31T14:59:59Z'],
      ['250', '2026-10-31T15:00:00Z'],
      ['1', '2026-09-02T00:00:00Z'],
    ]) {
      await server.create({ price, since });
    }
  });
  afterAll(() => server.close());

  const summary = (query: string) => server.send('GET', `/summary?${query}`);

  it('are those of the periods in the given time zone', async () => {
    expect((await summary('by=since&per=month&zone=Asia/Tokyo')).data).toMatchObject({
      count: 3,
      groups: [
        { value: '2026-11-01', count: 1, sums: { price: [{ currency: null, sum: '250' }] } },
        { value: '2026-10-01', count: 1, sums: { price: [{ currency: null, sum: '100' }] } },
        { value: '2026-09-01', count: 1, sums: { price: [{ currency: null, sum: '1' }] } },
      ],
      others: null,
    });
  });

  it('are of the records that the filter finds', async () => {
    const filter = encodeURIComponent(JSON.stringify({ price_gte: '100' }));
    expect((await summary(`by=status&filter=${filter}`)).data).toMatchObject({
      groups: [{ value: 'enabled', count: 2, sums: { price: [{ currency: null, sum: '350' }] } }],
    });
  });

  it.each(['by=kind', 'by=since', 'by=since&per=day', 'by=status&per=month', 'by=api_key'])(
    'are refused if the list has no such chart: %s',
    async (query) => {
      expect(await summary(query)).toMatchObject({ status: 422, data: { errors: { by: expect.any(String) } } });
    },
  );

  it('are also those that a dashboard shows', async () => {
    const card = { type: 'chart', reference: 'suppliers', by: 'since', per: 'year' };
    const dashboard = { version: 1, name: 'overview', kind: 'dashboard', cards: [card] };
    const status = async () => (await summary('by=since&per=year&zone=UTC')).status;
    expect(await status()).toBe(422);
    await server.world.writeResource('overview', dashboard);
    await expect.poll(status).toBe(200);
  });

  it.each(['Mars/Base', "UTC'", 'x'.repeat(64)])('are refused in no time zone: %s', async (zone) => {
    expect(await summary(`by=since&per=month&zone=${encodeURIComponent(zone)}`)).toMatchObject({ status: 422 });
  });
});

describe('charts', () => {
  const permission = { see: 'see_since' };
  const fields = suppliers.fields.map((field) => (field.source === 'since' ? { ...field, permission } : field));
  const declared = { ...suppliers, fields };
  const resource = toResource(declarationSchema.parse(declared));
  const shownTo = (...permissions: string[]) =>
    chartsOf(visibleTo(new Set(permissions), resource)).map(({ by }) => by.source);

  it('by a field that a user may not see are not there', () => {
    expect(shownTo('suppliers.list', 'suppliers.see_since')).toEqual(['status', 'since']);
    expect(shownTo('suppliers.list')).toEqual(['status']);
  });
});
