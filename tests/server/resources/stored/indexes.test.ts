import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldSchema } from '../../../../packages/declaration/src/fieldSchema.ts';
import type { Field } from '@merchant-console/declaration';
import type { WireRecord } from '#server/resources/RecordSource.ts';
import { parseListQuery } from '#server/resources/listQuery.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startStoredWorld, type StoredWorld } from '#tests/support/storedWorld.ts';

const field = (given: object): Field => fieldSchema.parse(given);
const text = (source: string, more: object = {}) => field({ source, type: 'text', ...more });
const status = (more: object = {}) => field({ source: 's', type: 'enum', choices: [{ id: 'on' }], ...more });
const reference = field({ source: 'other_id', type: 'reference', reference: 'others' });

const LOOKED_UP = [
  text('name', { filter: 'contains' }),
  text('code', { search: true }),
  status({ filter: 'eq' }),
  field({ source: 'n', type: 'money', sortable: true }),
  reference,
  field({ source: 'no', type: 'integer', unique: true }),
  field({ source: 'note', type: 'longtext', filter: 'contains', search: true }),
  text('plain'),
];
const NOT_LOOKED_UP = [
  ...['name', 'code', 'plain'].map((source) => text(source)),
  status(),
  field({ source: 'n', type: 'money' }),
  reference,
  field({ source: 'no', type: 'integer' }),
  field({ source: 'note', type: 'longtext' }),
];
const ALWAYS = ['created_at, id', 'id'];

describe('the indexes of stored records', () => {
  let world: StoredWorld;
  beforeAll(async () => {
    world = await startStoredWorld(USUAL_DATABASE);
  });
  afterAll(() => world.close());

  /** The columns of each index, without the tenant. */
  async function indexesOf(name: string): Promise<string[]> {
    const { rows } = await sql<{ indexdef: string }>`
      select indexdef from pg_indexes where tablename = ${`r_${name}`}`.execute(world.db.kysely);
    return rows.map(({ indexdef }) => /\(merchant_id, (.*)\)/.exec(indexdef)?.[1] ?? indexdef).toSorted();
  }

  it('are those that lists use, with the tenant first, and are dropped when no list uses them any more', async () => {
    await world.open({ name: 'things', fields: LOOKED_UP });
    expect(await indexesOf('things')).toEqual(
      [...ALWAYS, 'name, id', 's, created_at, id', 'n, id', 'other_id, created_at, id', 'no'].toSorted(),
    );
    await world.open({ name: 'things', fields: NOT_LOOKED_UP });
    expect(await indexesOf('things')).toEqual([...ALWAYS, 'other_id, created_at, id']);
  });

  it('leave alone those that another program has added', async () => {
    await world.open({ name: 'others', fields: [text('name')] });
    await sql`create index of_the_dba on r_others (merchant_id, name, created_at)`.execute(world.db.kysely);
    await world.open({ name: 'others', fields: [text('name', { sortable: true })] });
    await world.open({ name: 'others', fields: [text('name')] });
    expect(await indexesOf('others')).toContain('name, created_at');
  });

  it('have shortened names if these would be too long', async () => {
    const long = (end: string) => text(`${'x'.repeat(38)}_${end}`, { unique: true, sortable: true, search: true });
    const name = 'y'.repeat(40);
    const [one, two] = [long('a'), long('b')];
    const { findings, writer } = await world.open({ name, fields: [one, two] });
    expect(findings).toEqual([]);
    expect(await indexesOf(name)).toHaveLength(6);
    await writer.create(world.actor, { [one.source]: 'a', [two.source]: 'a' });
    const again = writer.create(world.actor, { [one.source]: 'b', [two.source]: 'a' });
    await expect(again).rejects.toMatchObject({ fields: { [two.source]: { key: 'not_unique' } } });
  });

  it('also exist for fields named like SQL keywords, and are used to read all rows', async () => {
    const words = ['order', 'user', 'select', 'slice_key', 'count', 'sum_0', 'from'];
    const fields = words.map((source) =>
      field({ source, type: 'integer', sum: true, sortable: true, filter: 'range' }),
    );
    const { findings, source, resource, writer } = await world.open({ name: 'table', fields });
    expect(findings).toEqual([]);
    for (const n of [2, null, 1]) await writer.create(world.actor, Object.fromEntries(words.map((word) => [word, n])));
    for (const word of words) {
      const query = parseListQuery(resource, {
        filter: JSON.stringify({ [`${word}_gte`]: 1 }),
        sort: JSON.stringify([word, 'ASC']),
      });
      const { records } = await source.list(world.actor.merchantId, query);
      const all: WireRecord[] = [];
      for await (const slice of source.slices(world.actor.merchantId, { ...query, conditions: [] })) all.push(...slice);
      expect(records.map((record) => record[word])).toEqual([1, 2]);
      expect(all.map((record) => record[word])).toEqual([1, 2, null]);
      expect(all.every((record) => !('slice$key' in record))).toBe(true);
      const columns = fields.filter((one) => one.source === word);
      const wanted = { columns, fields, tab: null };
      const { sums } = await source.summary(world.actor.merchantId, query.conditions, wanted);
      expect(sums).toEqual({ [word]: [{ currency: null, sum: '3' }] });
    }
  });
});
