import { beforeAll, describe, expect, it } from 'vitest';
import { summarySchema, type Figure } from '@merchant-console/protocol';
import {
  standingOf,
  type Standing,
  type Field,
  isSortable,
  listableFields,
  type Resource,
  plainText,
  groupsIn,
} from '@merchant-console/declaration';
import { isFound } from '#tests/support/wordStarts.ts';
import { hasValue } from './compareValues.ts';
import { listPath, type DeclaredRecord, type DeclaredServer } from './DeclaredServer.ts';
import { distinctValues, filterCases } from './filterCases.ts';
import { allRecords, idsOf, recordOf, recordsOf } from './recordsOf.ts';
import { onlyIf } from './onlyIf.ts';
import { sorted } from './sorted.ts';

/**
 * Declares the cases of lists, filters, sorts, search, sums and records, whose expected results are computed from all
 * records.
 */
export function readingCases(
  resource: Resource,
  server: () => DeclaredServer,
  filtersElsewhere: readonly string[],
): void {
  const { fields, list } = resource;
  const filters = list.filters.filter(({ source }) => !filtersElsewhere.includes(source));
  let records: readonly DeclaredRecord[];
  beforeAll(async () => {
    records = await allRecords(server());
  });

  const fieldOf = (source: string) => fields.find((field) => field.source === source) ?? TIMES[source] ?? null;
  const ids = (some: readonly DeclaredRecord[]) => some.map(({ id }) => id);

  it('lists records in the declared order, the first page by default', async () => {
    expect(records.length).toBeGreaterThan(0);
    const inOrder = sorted(records, list.sort && fieldOf(list.sort.field), list.sort?.order ?? 'DESC');
    expect(ids(records)).toEqual(ids(inOrder));
    const page = await server().send('owner', 'GET', '');
    expect([page.status, page.total, recordsOf(page.data)]).toEqual([200, records.length, records.slice(0, 10)]);
  });

  it('has every field in each record', () => {
    // Values that are only entered at creation may be stored elsewhere.
    const kept = listableFields(fields).filter(({ source }) => !resource.form.createOnly.includes(source));
    const missing = kept.filter(({ source, permission }) => !permission && records.some((one) => !(source in one)));
    expect(missing.map(({ source }) => source)).toEqual([]);
  });

  const sortable = fields.filter(isSortable);
  describe.each(onlyIf(sortable.length > 0, 'sorted'))('%s', () => {
    it.each(sortable.map((field) => [field.source, field] as const))(
      'by %s, in both directions',
      async (source, field) => {
        for (const order of ['ASC', 'DESC'] as const) {
          const found = await allRecords(server(), { sort: [source, order] });
          expect(ids(found)).toEqual(ids(sorted(records, field, order)));
        }
      },
    );
  });

  describe.each(onlyIf(filters.length > 0, 'filtered'))('%s', () => {
    it.each(filters.map((field) => [field.source, field] as const))('by %s', async (source, field) => {
      expect({ [source]: distinctValues(field, records) }).not.toEqual({ [source]: [] });
      for (const { filter, holds } of filterCases(field, records)) {
        const found = await allRecords(server(), { filter });
        expect({ filter, ids: ids(found) }).toEqual({ filter, ids: ids(records.filter(holds)) });
      }
    });

    it('by two fields at once', async () => {
      const [first, second] = filters.flatMap((field) => filterCases(field, records).slice(0, 1));
      if (!first || !second) return;
      const found = await allRecords(server(), { filter: { ...first.filter, ...second.filter } });
      expect(ids(found)).toEqual(ids(records.filter((record) => first.holds(record) && second.holds(record))));
    });
  });

  describe.each(onlyIf(list.search.length > 0, 'searched'))('%s', () => {
    const searched = list.search.map((field) => [field.source, field] as const);
    it.each(searched)('for the beginning of a value of %s, in any case', async (source, field) => {
      const value = records.map((record) => record[source]).find(hasValue);
      expect({ [source]: value }).toEqual({ [source]: expect.anything() });
      const [whole = ''] = textsOf(field, value);
      const text = whole.slice(0, -1) || whole;
      const found = records.filter((record) =>
        isFound(
          list.search.map((one) => textsOf(one, record[one.source]).join('\n')),
          text,
        ),
      );
      for (const q of [text, text.toUpperCase(), text.toLowerCase()]) {
        expect({ q, ids: ids(await allRecords(server(), { filter: { q } })) }).toEqual({ q, ids: ids(found) });
      }
    });
  });

  it('has sums over all records and over the matches of a filter', async () => {
    const some = filters.flatMap((field) => filterCases(field, records).slice(0, 1)).slice(0, 1);
    for (const { filter, holds } of [{ filter: {}, holds: () => true }, ...some]) {
      const { data } = await server().send('owner', 'GET', `/summary${listPath({ filter })}`);
      const left = records.filter(holds);
      const sums = list.summary.map((field) => [field.source, figuresOf(left, field, list.tabs?.source)]);
      expect(summarySchema.parse(data)).toEqual({ count: left.length, sums: Object.fromEntries(sums) });
    }
  });

  it.each(onlyIf(resource.operations.includes('show'), 'returns a record like the list, and 404 for an unknown ID'))(
    '%s',
    async () => {
      for (const record of records.slice(0, 5)) {
        const answer = await server().send('owner', 'GET', `/${record.id}`);
        const own = fields.filter(({ recordOnly }) => recordOnly).map(({ source }) => source);
        const shared = Object.entries(recordOf(answer.data)).filter(([source]) => !own.includes(source));
        expect([answer.status, Object.fromEntries(shared)]).toEqual([200, record]);
      }
      const foreign = await server().send('owner', 'GET', '/0199a000-0000-7000-8000-0000000000ff');
      expect(foreign.status).toBe(404);
    },
  );

  it('finds records by their IDs', async () => {
    const wanted = ids(records).slice(0, 3);
    expect(idsOf(await server().send('owner', 'GET', listPath({ filter: { id: wanted } })))).toEqual(wanted);
  });

  it('rejects undeclared filters and sorts', async () => {
    const unfiltered = fields.find((field) => !list.filters.includes(field))?.source ?? 'no_such_field';
    for (const source of ['no_such_field', unfiltered]) {
      const answer = await server().send('owner', 'GET', listPath({ filter: { [source]: 'x' } }));
      expect([answer.status, Object.keys(answer.errors)]).toEqual([422, [source]]);
    }
    const answer = await server().send('owner', 'GET', listPath({ sort: ['no_such_field', 'ASC'] }));
    expect([answer.status, Object.keys(answer.errors)]).toEqual([422, ['sort']]);
  });
}

/** A list can be sorted by these without a declaration. */
const TIMES: Readonly<Record<string, Field>> = { created_at: { source: 'created_at', type: 'datetime' } };

function sumOf(records: readonly DeclaredRecord[], source: string): string {
  const values = records.map((record) => plainText(record[source]) || '0');
  const scale = Math.max(0, ...values.map((value) => value.split('.')[1]?.length ?? 0));
  const units = values.map((value) => BigInt(value.includes('.') ? value.replace('.', '') : value + '0'.repeat(scale)));
  const sum = units.reduce((total, one) => total + one, 0n).toString();
  return scale === 0 ? sum : sum.padStart(scale + 1, '0').replace(new RegExp(`(?=\\d{${scale}}$)`), '.');
}

/** A figure per currency. For an amount that doesn't declare when it counts, with the parts of each tab. */
function figuresOf(records: readonly DeclaredRecord[], field: Field, tab: string | undefined): Figure[] {
  const currencyOf = (record: DeclaredRecord) =>
    field.type === 'money' && field.currency !== undefined ? plainText(record[field.currency]) || null : null;
  const hasCurrency = field.type === 'money' && field.currency !== undefined;
  const counts = field.type === 'money' ? field.counts : undefined;
  const currencies = hasCurrency
    ? [...new Set(records.map(currencyOf))].toSorted((a, b) => ((a ?? '') < (b ?? '') ? -1 : 1))
    : [null];
  return currencies.map((currency): Figure => {
    const own = records.filter((record) => currencyOf(record) === currency);
    const standing = (wanted: Standing) =>
      sumOf(
        own.filter((record) => standingOf(field, record) === wanted),
        field.source,
      );
    const choices =
      tab === undefined
        ? []
        : [...new Set(own.map((record) => plainText(record[tab])))].filter((choice) => choice !== '').toSorted();
    const part = (choice: string) =>
      sumOf(
        own.filter((record) => plainText(record[tab ?? '']) === choice),
        field.source,
      );
    return {
      currency,
      sum: standing('counted'),
      ...(counts?.frozen && { frozen: standing('frozen') }),
      ...(counts?.expected && { expected: standing('expected') }),
      ...(tab !== undefined &&
        !counts && { by_tab: Object.fromEntries(choices.map((choice) => [choice, part(choice)])) }),
    };
  });
}

/** The texts that a search finds in a value. */
function textsOf(field: Field, value: unknown): string[] {
  if (field.type !== 'group') return [plainText(value)];
  const texts = field.fields.filter(({ type }) => type === 'text');
  return groupsIn(value).flatMap((group) => texts.map(({ source }) => plainText(group[source])));
}
