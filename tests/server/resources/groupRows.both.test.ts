import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, addMonths, dayInZone } from '@merchant-console/declaration';
import { MOST_GROUPS, type PeriodName } from '@merchant-console/protocol';
import type { Grouping } from '#server/resources/RecordSource.ts';
import { startStoredWorld, type OpenedResource, type StoredWorld } from '#tests/support/storedWorld.ts';
import { EITHER_DATABASE } from '#tests/support/testDatabase.ts';

const declaration: Parameters<StoredWorld['open']>[0] = {
  name: 'visits',
  fields: [
    { source: 'kind', type: 'enum', filter: 'in', choices: [{ id: 'walk' }, { id: 'call' }, { id: 'mail' }] },
    { source: 'is_new', type: 'boolean', filter: 'eq' },
    { source: 'day', type: 'date', filter: 'range' },
    { source: 'begun_at', type: 'datetime', filter: 'range' },
    { source: 'currency', type: 'text', maxLength: 3 },
    { source: 'spent', type: 'money', currency: 'currency' },
  ],
  list: { summary: ['spent'] },
};

interface Visit {
  kind: string | null;
  is_new: boolean | null;
  day: string | null;
  begun_at: string | null;
  currency: string;
  spent: string;
}

const nullable = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null, freq: 5 });
const visit: fc.Arbitrary<Visit> = fc.record({
  kind: nullable(fc.constantFrom('walk', 'call', 'mail')),
  is_new: nullable(fc.boolean()),
  day: nullable(fc.integer({ min: 0, max: 800 }).map((days) => addDays('2025-01-01', days))),
  begun_at: nullable(
    fc
      .date({ min: new Date('2026-01-01'), max: new Date('2026-12-31'), noInvalidDate: true })
      .map((at) => at.toISOString()),
  ),
  currency: fc.constantFrom('EUR', 'JPY'),
  spent: fc.bigInt({ min: 0n, max: 10n ** 15n }).map(String),
});
const zones = fc.constantFrom('UTC', 'Asia/Tokyo', 'America/New_York');
const grouping = fc.oneof(
  fc.record({ source: fc.constantFrom('kind' as const, 'is_new' as const), per: fc.constant(null), zone: zones }),
  fc.record({
    source: fc.constantFrom('day' as const, 'begun_at' as const),
    per: fc.constantFrom<PeriodName>('day', 'week', 'month', 'year'),
    zone: zones,
  }),
);

/** The first day of a period. */
function beginning(day: string, per: PeriodName): string {
  switch (per) {
    case 'day':
      return day;
    case 'week':
      return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
    case 'month':
      return addMonths(`${day.slice(0, 7)}-01`, 0);
    case 'year':
      return `${day.slice(0, 4)}-01-01`;
  }
}

function keyOf(row: Visit, source: keyof Visit, per: PeriodName | null, zone: string): string | null {
  const value = row[source];
  if (value === null || per === null) return value === null ? null : String(value);
  return beginning(source === 'begun_at' ? dayInZone(new Date(String(value)), zone) : String(value), per);
}

const totals = (rows: readonly Visit[]) => ({
  count: rows.length,
  spent: Object.fromEntries(
    [...new Set(rows.map(({ currency }) => currency))]
      .toSorted()
      .map((currency) => [
        currency,
        rows.filter((row) => row.currency === currency).reduce((sum, { spent }) => sum + BigInt(spent), 0n),
      ]),
  ),
});

type Counted = { count: number; sums: Record<string, { currency: string | null; sum: string }[]> };
const read = ({ count, sums }: Counted) => ({
  count,
  spent: Object.fromEntries(sums['spent']?.map(({ currency, sum }) => [currency, BigInt(sum)]) ?? []),
});

describe.each(EITHER_DATABASE)('groups of rows, on %s', (kind) => {
  let world: StoredWorld;
  let visits: OpenedResource;
  beforeAll(async () => {
    world = await startStoredWorld(kind);
    visits = await world.open(declaration);
  });
  afterAll(() => world.close());

  it('are those of the rows of one tenant, the largest or latest first, with the others together', async () => {
    await visits.writer.create(world.stranger, { kind: 'walk', currency: 'EUR', spent: '5' });
    const property = async (
      rows: readonly Visit[],
      { source, per, zone }: { source: keyof Visit; per: PeriodName | null; zone: string },
    ) => {
      const created = [];
      for (const row of rows) created.push(await visits.writer.create(world.actor, { ...row }));
      const field = visits.resource.fields.find((one) => one.source === source);
      if (!field) throw new Error('declared above');
      const by: Grouping = { field, per, zone };
      const sums = { columns: visits.resource.list.summary, fields: visits.resource.fields, tab: null, by };
      const summary = await visits.source.summary(world.actor.merchantId, [], sums);
      for (const { id } of created) await visits.writer.remove(world.actor, { id, revision: null });

      const byKey = new Map<string | null, Visit[]>();
      for (const row of rows)
        byKey.set(keyOf(row, source, per, zone), [...(byKey.get(keyOf(row, source, per, zone)) ?? []), row]);
      const text = (key: string | null) => key ?? '\uffff';
      const expected = [...byKey].toSorted(([one, a], [other, b]) => {
        if (per === null && a.length !== b.length) return b.length - a.length;
        if (one === null || other === null) return (one === null) === (per === null) ? 1 : -1;
        return (text(one) < text(other) ? -1 : 1) * (per === null ? 1 : -1);
      });
      const own = expected.slice(0, MOST_GROUPS);
      const rest = expected.slice(MOST_GROUPS).flatMap(([, some]) => some);
      expect(summary.groups?.map(({ value, ...group }) => [value, read(group)])).toEqual(
        own.map(([key, some]) => [key, totals(some)]),
      );
      expect(summary.others && read(summary.others)).toEqual(rest.length === 0 ? null : totals(rest));
      expect(read(summary)).toEqual(totals(rows));
    };
    await fc.assert(fc.asyncProperty(fc.array(visit, { maxLength: 25 }), grouping, property), { numRuns: 25 });
  });
});
