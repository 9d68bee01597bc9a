import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { plainText } from '@merchant-console/declaration';
import { fieldSchema } from '../../../../packages/declaration/src/fieldSchema.ts';
import { parseListQuery } from '#server/resources/listQuery.ts';
import { rowsOf } from '#server/resources/stored/computedSql.ts';
import { startStoredWorld, type OpenedResource, type StoredWorld } from '#tests/support/storedWorld.ts';
import { EITHER_DATABASE } from '#tests/support/testDatabase.ts';

const BIG = 9_223_372_036_854_775_807n;

/** Stored fields, and each kind of computed value. */
const FIELDS = z.array(fieldSchema).parse([
  { source: 'name', type: 'text' },
  { source: 'kind', type: 'enum', choices: [{ id: 'goods' }, { id: 'work' }] },
  { source: 'count', type: 'integer' },
  { source: 'quantity', type: 'decimal', scale: 3 },
  { source: 'price', type: 'money', min: String(-BIG) },
  { source: 'fee', type: 'money', min: String(-BIG) },
  { source: 'vat_rate', type: 'rate' },
  { source: 'gross', type: 'money', sortable: true, filter: 'range', computed: { sum: ['amount', 'tax'] } },
  { source: 'amount', type: 'money', sortable: true, computed: { product: ['quantity', 'price'] } },
  { source: 'tax', type: 'money', sortable: true, computed: { share: ['amount', 'vat_rate'] } },
  { source: 'rest', type: 'money', sortable: true, computed: { difference: ['price', 'fee', 'tax'] } },
  { source: 'margin', type: 'rate', sortable: true, computed: { ratio: ['fee', 'price'] } },
  {
    source: 'hours',
    type: 'decimal',
    scale: 2,
    sortable: true,
    sum: true,
    computed: { product: ['quantity', 'count'] },
  },
  { source: 'title', type: 'text', sortable: true, filter: 'eq', computed: { text: '%{kind}:  %{name} (%{count})' } },
  {
    source: 'is_large',
    type: 'boolean',
    filter: 'eq',
    computed: {
      holds: {
        any: [
          { field: 'quantity', gt: '2.5' },
          { field: 'kind', ne: 'work' },
        ],
      },
    },
  },
]);
const COMPUTED = ['gross', 'amount', 'tax', 'rest', 'margin', 'hours', 'title', 'is_large'];

const amount = fc.oneof(fc.bigInt({ min: -1_000n, max: 1_000n }), fc.bigInt({ min: -BIG, max: BIG })).map(String);
const decimal = fc
  .tuple(fc.bigInt({ min: -99_999n, max: 99_999n }), fc.nat(999))
  .map(([whole, rest]) => `${whole}.${String(rest).padStart(3, '0')}`);
const orNone = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 6 });
const row = fc.record({
  name: orNone(fc.string({ unit: fc.constantFrom('a', ' ', 'é', '%', "'"), minLength: 1, maxLength: 6 })),
  kind: orNone(fc.constantFrom('goods', 'work')),
  count: orNone(fc.integer({ min: -2_147_483_647, max: 2_147_483_647 })),
  quantity: orNone(decimal),
  price: orNone(amount),
  fee: orNone(amount),
  vat_rate: orNone(fc.integer({ min: -10_000, max: 20_000 })),
});

describe.each(EITHER_DATABASE)('computed values on %s', (kind) => {
  let world: StoredWorld;
  let items: OpenedResource;
  beforeAll(async () => {
    world = await startStoredWorld(kind);
    items = await world.open({ name: 'items', fields: FIELDS, list: { summary: ['amount', 'hours'] } });
    expect(items.findings).toEqual([]);
  });
  afterAll(() => world.close());

  const list = async (query: Record<string, string>) => {
    const parsed = parseListQuery(items.resource, { range: '[0, 499]', ...query });
    return (await items.source.list(world.actor.merchantId, parsed)).records;
  };

  it('are the same in SQL as in the form and in responses', async () => {
    await fc.assert(
      fc.asyncProperty(row, async (values) => {
        const made = await items.writer.create(world.actor, values);
        const shown = COMPUTED.map((source) => sql`${sql.ref(source)}::text as ${sql.ref(source)}`);
        const { rows } = await sql<Record<string, string | null>>`
          select ${sql.join(shown)} from ${rowsOf(items.resource)}
          where merchant_id = ${world.actor.merchantId} and id = ${made.id}`.execute(world.db.kysely);
        const expected = COMPUTED.map((source) => [source, made[source] === null ? null : plainText(made[source])]);
        // A rate is a number, which a ratio of any amounts may exceed.
        const found = rows.map((one) => ({
          ...one,
          ...(one['margin'] && { margin: plainText(Number(one['margin'])) }),
        }));
        expect(found).toEqual([Object.fromEntries(expected)]);
      }),
      { numRuns: 300 },
    );
  });

  it('sort, filter and sum lists', async () => {
    const all = await list({});
    const grosses = all.flatMap(({ gross }) => (gross === null ? [] : [BigInt(plainText(gross))]));
    const sorted = (await list({ sort: '["gross", "ASC"]' })).flatMap(({ gross }) =>
      gross === null ? [] : [plainText(gross)],
    );
    expect(sorted).toEqual(grosses.toSorted((one, two) => (one < two ? -1 : one > two ? 1 : 0)).map(String));
    const above = await list({ filter: JSON.stringify({ gross_gte: '0', is_large: true }) });
    const wanted = all.filter(
      ({ gross, is_large }) => gross !== null && BigInt(plainText(gross)) >= 0n && is_large === true,
    );
    expect(above.map(({ id }) => id).toSorted()).toEqual(wanted.map(({ id }) => id).toSorted());
    const { fields, list: shown } = items.resource;
    const { sums } = await items.source.summary(world.actor.merchantId, [], {
      columns: shown.summary,
      fields,
      tab: null,
    });
    const amounts = all.flatMap(({ amount: one }) => (one === null ? [] : [BigInt(plainText(one))]));
    expect(sums['amount']?.[0]?.sum).toBe(String(amounts.reduce((sum, one) => sum + one, 0n)));
  });

  it('are found by an index, which follows changes of their definition', async () => {
    const indexes = async () => {
      const { rows } = await sql<{ name: string }>`
        select indexname as name from pg_indexes where tablename = 'r_items' and indexname like 'r_items$computed$%'`.execute(
        world.db.kysely,
      );
      return rows.map(({ name }) => name).toSorted();
    };
    const before = await indexes();
    expect(before).toHaveLength(7);
    const changed = FIELDS.map((field) =>
      field.source === 'rest' && field.type === 'money' ? { ...field, computed: { sum: ['price', 'fee'] } } : field,
    );
    expect((await world.open({ name: 'items', fields: changed })).findings).toEqual([]);
    const after = await indexes();
    expect(after).toHaveLength(7);
    expect(after.filter((name) => before.includes(name))).toHaveLength(6);
  });
});
