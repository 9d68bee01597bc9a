import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldSchema } from '../../../packages/declaration/src/fieldSchema.ts';
import { holds } from '@merchant-console/declaration';
import { predicateSql } from '#server/resources/predicateSql.ts';
import { predicates, rowOf } from '#tests/support/predicates.ts';
import { BOTH_DATABASES, testDatabase, type TestDatabase } from '#tests/support/testDatabase.ts';

const FIELDS = [
  { source: 'status', type: 'enum', choices: [{ id: 'a' }, { id: 'b' }] },
  { source: 'former', type: 'enum', choices: [{ id: 'a' }, { id: 'b' }] },
  { source: 'title', type: 'text' },
  { source: 'note', type: 'longtext' },
  { source: 'amount', type: 'money' },
  { source: 'paid', type: 'money' },
  { source: 'rank', type: 'integer' },
  { source: 'weight', type: 'decimal', scale: 3 },
  { source: 'made_on', type: 'date' },
  { source: 'due_on', type: 'date' },
  { source: 'made_at', type: 'datetime' },
  { source: 'active', type: 'boolean' },
  { source: 'owner_id', type: 'reference', reference: 'users' },
  { source: 'team_id', type: 'reference', reference: 'teams' },
  { source: 'data', type: 'json' },
].map((field) => fieldSchema.parse(field));

describe.each(BOTH_DATABASES)('a condition in SQL on %s', (kind) => {
  let database: TestDatabase<unknown>;
  beforeAll(async () => {
    database = await testDatabase(kind);
  });
  afterAll(() => database.remove());

  it('matches the same records as in the browser', async () => {
    await fc.assert(
      fc.asyncProperty(
        predicates(FIELDS),
        fc.array(rowOf(FIELDS), { minLength: 1, maxLength: 5 }),
        async (condition, records) => {
          const { rows } = await sql<{ holds: boolean | null }>`
            select ${predicateSql(condition, { fields: FIELDS })} as holds
            from rows from (
              jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as (
                status text, former text, title text, note text, amount bigint, paid bigint, rank integer,
                weight numeric, made_on date,
                due_on date, made_at timestamptz, active boolean, owner_id uuid, team_id uuid, data jsonb)
            ) with ordinality as r (
              status, former, title, note, amount, paid, rank, weight, made_on, due_on, made_at, active, owner_id, team_id, data, at)
            order by at`.execute(database.db.kysely);
          expect(rows.map((row) => row.holds === true)).toEqual(records.map((one) => holds(condition, one, FIELDS)));
        },
      ),
      { numRuns: 400 },
    );
  });

  it('is rejected for values that the database doesn’t know, and for unknown fields', () => {
    const fields = [
      { source: 'account', type: 'text', mask: 'card' },
      { source: 'total', type: 'money', computed: { sum: ['amount', 'paid'] } },
      { source: 'key', type: 'secret' },
    ].map((field) => fieldSchema.parse(field));
    for (const field of ['account', 'total', 'key', 'none']) {
      expect(() => predicateSql({ field, eq: 'x' }, { fields })).toThrow(field);
      expect(() => predicateSql({ not: { field, empty: true } }, { fields })).toThrow(field);
    }
    expect(() => predicateSql({ permission: 'list' }, { fields })).toThrow('list');
    expect(() => predicateSql({ field: 'status', eq: '$user' }, { fields: FIELDS })).toThrow('$user');
  });
});
