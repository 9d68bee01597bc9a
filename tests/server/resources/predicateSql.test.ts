import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldSchema } from '../../../packages/declaration/src/fieldSchema.ts';
import { holds, type Predicate } from '@merchant-console/declaration';
import { predicateSql } from '#server/resources/predicateSql.ts';
import { USUAL_DATABASE, testDatabase, type TestDatabase } from '#tests/support/testDatabase.ts';

const FIELDS = [
  { source: 'status', type: 'enum', choices: [{ id: 'a' }, { id: 'b' }] },
  { source: 'amount', type: 'money' },
  { source: 'rank', type: 'integer' },
  { source: 'made_at', type: 'date' },
  { source: 'active', type: 'boolean' },
].map((field) => fieldSchema.parse(field));

const whole = fc.bigInt(-(10n ** 22n), 10n ** 22n).map(String);
const small = fc.integer({ min: -3, max: 3 });
const day = fc.constantFrom('2026-03-07', '2026-03-08', '2026-03-09');
/** Values to compare with and values of records, by field. */
const COMPARED = {
  status: fc.constantFrom('a', 'b', 'c'),
  amount: fc.oneof(small, small.map(String), whole),
  rank: fc.oneof(small, whole),
  made_at: day,
  active: fc.boolean(),
};
const record = fc.record({
  status: fc.option(fc.constantFrom('a', 'b')),
  amount: fc.option(fc.oneof(small.map(String), fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n).map(String))),
  rank: fc.option(small),
  made_at: fc.option(day),
  active: fc.option(fc.boolean()),
});

const comparison = fc.constantFrom('status', 'amount', 'rank', 'made_at', 'active').chain((field) => {
  const value = fc.oneof(COMPARED[field], fc.constant(null));
  const equal = [
    value.map((eq) => ({ field, eq })),
    value.map((ne) => ({ field, ne })),
    fc.array(value, { minLength: 1, maxLength: 3 }).map((all) => ({ field, in: all })),
  ];
  if (field === 'status' || field === 'active') return fc.oneof(...equal);
  const ordered = COMPARED[field];
  return fc.oneof(...equal, ordered.map((gt) => ({ field, gt })), ordered.map((lt) => ({ field, lt }))); // prettier-ignore
});
const { predicate } = fc.letrec<{ predicate: Predicate }>((tie) => ({
  predicate: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    comparison,
    fc.array(tie('predicate'), { maxLength: 3 }).map((all) => ({ all })),
    fc.array(tie('predicate'), { maxLength: 3 }).map((any) => ({ any })),
    tie('predicate').map((not) => ({ not })),
  ),
}));

describe('a condition in SQL', () => {
  let database: TestDatabase<unknown>;
  beforeAll(async () => {
    database = await testDatabase(USUAL_DATABASE);
  });
  afterAll(() => database.remove());

  it('matches the same records as in the browser', async () => {
    await fc.assert(
      fc.asyncProperty(predicate, fc.array(record, { minLength: 1, maxLength: 5 }), async (condition, records) => {
        const { rows } = await sql<{ holds: boolean }>`
          select ${predicateSql(condition, FIELDS)} as holds
          from rows from (
            jsonb_to_recordset(${JSON.stringify(records)}::jsonb)
              as (status text, amount bigint, rank integer, made_at date, active boolean)
          ) with ordinality as r (status, amount, rank, made_at, active, at)
          order by at`.execute(database.db.kysely);
        expect(rows.map((row) => row.holds)).toEqual(records.map((one) => holds(condition, one)));
      }),
      { numRuns: 300 },
    );
  });

  it('is rejected for fields that the database compares differently, and for unknown ones', () => {
    const note = fieldSchema.parse({ source: 'note', type: 'text' });
    expect(() => predicateSql({ field: 'note', eq: 'x' }, [note])).toThrow('note');
    expect(() => predicateSql({ field: 'none', eq: 'x' }, FIELDS)).toThrow('none');
  });
});
