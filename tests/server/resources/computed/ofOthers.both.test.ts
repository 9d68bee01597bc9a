import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { visibleTo } from '@merchant-console/declaration';
import { fieldSchema } from '../../../../packages/declaration/src/fieldSchema.ts';
import { parseListQuery } from '#server/resources/listQuery.ts';
import { startStoredWorld, type OpenedResource, type StoredWorld } from '#tests/support/storedWorld.ts';
import { EITHER_DATABASE } from '#tests/support/testDatabase.ts';

const fields = (list: object[]) => z.array(fieldSchema).parse(list);

const INVOICES = fields([
  { source: 'name', type: 'text' },
  { source: 'currency', type: 'text' },
  { source: 'lines', type: 'integer', computed: { countOf: 'lines' } },
  {
    source: 'net',
    type: 'money',
    currency: 'currency',
    sortable: true,
    scan: true,
    computed: { sumOf: ['lines', 'amount'] },
  },
  { source: 'fee', type: 'money', currency: 'currency' },
  {
    source: 'total',
    type: 'money',
    currency: 'currency',
    filter: 'range',
    scan: true,
    computed: { sum: ['net', 'fee'] },
  },
]);
const LINES = fields([
  { source: 'invoice_id', type: 'reference', reference: 'invoices' },
  { source: 'currency', type: 'text', computed: { from: 'invoice_id.currency' } },
  { source: 'invoice_name', type: 'text', filter: 'eq', scan: true, computed: { from: 'invoice_id.name' } },
  { source: 'quantity', type: 'decimal', scale: 1 },
  { source: 'price', type: 'money', currency: 'currency' },
  { source: 'amount', type: 'money', currency: 'currency', computed: { product: ['quantity', 'price'] } },
]);

describe.each(EITHER_DATABASE)('values computed from other records on %s', (kind) => {
  let world: StoredWorld;
  let invoices: OpenedResource;
  let lines: OpenedResource;
  beforeAll(async () => {
    world = await startStoredWorld(kind);
    invoices = await world.open({ name: 'invoices', fields: INVOICES, list: { summary: ['net', 'total'] } });
    lines = await world.open({ name: 'lines', fields: LINES });
    expect([...invoices.findings, ...lines.findings]).toEqual([]);
    // A declaration that names others is refused. Amounts are summed by their currency.
    expect([...lines.source.columns]).toEqual(expect.arrayContaining(['currency', 'invoice_name']));
  });
  afterAll(() => world.close());

  const list = async (
    { resource, source }: OpenedResource,
    query: Record<string, string>,
    { merchantId } = world.actor,
  ) => (await source.list(merchantId, parseListQuery(resource, { range: '[0, 99]', ...query }))).records;

  it('are in lists, in single records, in the answers to writes, and of one tenant', async () => {
    const { actor, stranger } = world;
    const first = await invoices.writer.create(actor, { name: 'A', currency: 'EUR', fee: '7' });
    expect(first).toMatchObject({ lines: 0, net: '0', total: '7' });
    const second = await invoices.writer.create(actor, { name: 'B', currency: 'JPY', fee: null });
    const line = await lines.writer.create(actor, { invoice_id: first.id, quantity: '1.5', price: '333' });
    expect(line).toMatchObject({ currency: 'EUR', invoice_name: 'A', amount: '500' });
    await lines.writer.create(actor, { invoice_id: first.id, quantity: '2.0', price: '100' });
    await lines.writer.create(actor, { invoice_id: second.id, quantity: '1.0', price: '5' });
    await lines.writer.create(actor, { quantity: '1.0', price: '9' });
    const other = await invoices.writer.create(stranger, { name: 'S' });
    expect(other).toMatchObject({ lines: 0, net: '0', total: null });

    expect(await invoices.source.one(actor.merchantId, first.id)).toMatchObject({ lines: 2, net: '700', total: '707' });
    const changed = await invoices.writer.update(actor, { id: first.id, revision: 1 }, { fee: '1' });
    expect(changed).toMatchObject({ lines: 2, net: '700', total: '701' });
    expect((await list(invoices, { sort: '["net", "DESC"]' })).map(({ name }) => name)).toEqual(['A', 'B']);
    expect((await list(invoices, { filter: '{"total_gte":"700"}' })).map(({ name }) => name)).toEqual(['A']);
    expect(await list(lines, { filter: '{"invoice_name":"A"}' })).toHaveLength(2);
    const { resource, source } = invoices;
    const sums = { columns: resource.list.summary, fields: resource.fields, tab: null };
    expect(await source.summary(actor.merchantId, [], sums)).toMatchObject({
      sums: {
        net: [
          { currency: 'EUR', sum: '700' },
          { currency: 'JPY', sum: '5' },
        ],
      },
    });
  });

  it('are hidden from users who may not see the other records', () => {
    const shown = (...permissions: string[]) =>
      visibleTo(new Set(permissions), invoices.resource).fields.map(({ source }) => source);
    expect(shown('invoices.list')).toEqual(expect.not.arrayContaining(['lines', 'net', 'total']));
    expect(shown('invoices.list', 'lines.list')).toEqual(expect.arrayContaining(['lines', 'net', 'total', 'fee']));
    expect(visibleTo(new Set(['lines.list']), lines.resource).fields.map(({ source }) => source)).not.toContain(
      'amount',
    );
  });
});
