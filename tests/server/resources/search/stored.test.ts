import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseListQuery } from '#server/resources/listQuery.ts';
import { systemActor } from '#server/audit/recordAudit.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import { purgeTable } from '#server/resources/stored/purgeTable.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { type OpenedResource, startStoredWorld, type StoredWorld } from '#tests/support/storedWorld.ts';
import { isFound } from '#tests/support/wordStarts.ts';

const text = (source: string, search = true) => ({ source, type: 'text' as const, search });
const FIELDS = [text('number'), text('name'), { source: 'note', type: 'longtext' as const, search: true }];

describe('a search in stored records', () => {
  let world: StoredWorld;
  let merchantId: string;
  beforeAll(async () => {
    world = await startStoredWorld(USUAL_DATABASE);
    ({ merchantId } = world.actor);
  });
  afterAll(() => world.close());

  async function found({ source, resource }: OpenedResource, q: string, more: object = {}): Promise<unknown[]> {
    const texts = Object.entries({ filter: { q }, ...more }).map(([name, value]) => [name, JSON.stringify(value)]);
    const { records, total } = await source.list(merchantId, parseListQuery(resource, Object.fromEntries(texts)));
    if (!('range' in more)) expect(total).toBe(records.length);
    return records.map((record) => record['name']);
  }

  /** Entries that are stored but shouldn't be, and the other way round. */
  async function wrongWords(name: string, ...columns: string[]): Promise<unknown[]> {
    const table = `r_${name}`;
    const values = columns.map((column) => sql`select ${column}::text as field, ${sql.ref(column)} as value`);
    const wanted = sql`
      select merchant_id, id, entry, field from ${sql.table(table)} t
      cross join lateral (${sql.join(values, sql` union all `)}) searched cross join lateral unnest(search_entries(value)) entry`;
    const stored = sql`select merchant_id, row_id, word, field from search_words where resource = ${table}`;
    const { rows } = await sql`
      (select 'missing' as is, * from (${wanted} except ${stored}) missing)
      union all (select 'left', * from (${stored} except ${wanted}) more)`.execute(world.db.kysely);
    return rows;
  }

  it('finds the start of any word, without case, accents, apostrophes and invisible characters', async () => {
    const companies = await world.open({ name: 'companies', fields: FIELDS });
    for (const [number, name, note] of [
      ['INV-2026-001', 'Acme', 'Pays late. Ask for Zoë'],
      ['INV-2026-0012', 'Double Click Co', null],
      ['Ｎ４２', 'O’Brien & Söhne', null],
      ['7', '中国支付公司 Ltd', null],
      [null, '株式会社アクメ', null],
    ]) {
      await companies.writer.create(world.actor, { number, name, note });
    }
    for (const [q, names] of [
      ['acme', ['Acme']],
      ['click', ['Double Click Co']],
      ['co dou', ['Double Click Co']],
      ['obrien', ['O’Brien & Söhne']],
      ["o'bri sohn", ['O’Brien & Söhne']],
      ['n42', ['O’Brien & Söhne']],
      ["'\u200bＩＮＶ－2026－0012\ufeff", ['Double Click Co']],
      ['zoe', ['Acme']],
      ['支付', ['中国支付公司 Ltd']],
      ['公司ltd', ['中国支付公司 Ltd']],
      ['アクメ', ['株式会社アクメ']],
      ['ｱｸﾒ', ['株式会社アクメ']],
      ['lick', []],
      ['acme click', []],
      ['%', []],
      ["'", []],
    ] as const) {
      expect({ q, names: await found(companies, q) }).toEqual({ q, names });
    }
  });

  it('returns exact numbers first, on whatever page', async () => {
    const numbered = await world.open({
      name: 'numbered',
      fields: FIELDS,
      list: { sort: { field: 'name', order: 'ASC' } },
    });
    for (let at = 0; at < 12; at += 1) {
      await numbered.writer.create(world.actor, { number: `${10 + at}`, name: `n${10 + at}` });
    }
    await numbered.writer.create(world.actor, { number: '1', name: 'z' });
    const all = ['z', ...Array.from({ length: 10 }, (_, at) => `n${10 + at}`)];
    for (const [first, last] of [
      [0, 4],
      [1, 4],
      [5, 9],
      [9, 12],
      [0, 12],
    ] as const) {
      expect(await found(numbered, '1', { range: [first, last] })).toEqual(all.slice(first, last + 1));
    }
    expect(await found(numbered, 'n1', { range: [0, 1] })).toEqual(['n10', 'n11']);
  });

  it('finds what begins with the typed words, and nothing else', async () => {
    const things = await world.open({ name: 'things', fields: FIELDS });
    const word = fc.oneof(
      fc.constantFrom(
        'Acme',
        'ACME',
        'Ácmé',
        'double',
        'Click',
        'Co',
        'Straße',
        'ｱｸﾒ',
        'アクメ',
        '支付公司',
        'A-1',
        '00',
        '1_2',
        "O'Neil",
      ),
      fc.string({ maxLength: 6 }),
    );
    const value = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '));
    const record = fc.record({ number: value, name: value, note: value });
    const records = fc.sample(record, { numRuns: 60, seed: 42 });
    const ids = new Map<string, string[]>();
    for (const one of records) ids.set((await things.writer.create(world.actor, one)).id, Object.values(one));
    const typed = fc.tuple(
      fc.nat(59),
      fc.constantFrom('number' as const, 'name' as const, 'note' as const),
      fc.nat(12),
      fc.nat(12),
      value,
    );
    await fc.assert(
      fc.asyncProperty(typed, async ([at, source, from, length, other]) => {
        for (const q of [(records[at]?.[source] ?? '').slice(from, from + length), other]) {
          if (q.trim() === '') continue;
          const query = parseListQuery(things.resource, { filter: JSON.stringify({ q }), range: '[0,99]' });
          const { records: some } = await things.source.list(merchantId, query);
          const expected = [...ids].filter(([, values]) => isFound(values, q)).map(([id]) => id);
          expect({ q, ids: some.map(({ id }) => id).toSorted() }).toEqual({ q, ids: expected.toSorted() });
        }
      }),
      { numRuns: 100 },
    );
  });

  it('knows the words of each record after any sequence of changes', async () => {
    const changing = await world.open({ name: 'changing', fields: FIELDS });
    const value = fc.option(fc.constantFrom('Acme', 'Double Click', '支付', 'a-1', '', "'"), { nil: null });
    const act = fc.record({
      kind: fc.constantFrom('create', 'update', 'set', 'remove'),
      at: fc.nat(),
      number: value,
      note: value,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 12 }), async (acts) => {
        const ids: string[] = [];
        for (const { kind, at, ...values } of acts) {
          const id = ids[at % Math.max(1, ids.length)];
          if (kind === 'create' || id === undefined) ids.push((await changing.writer.create(world.actor, values)).id);
          else if (kind === 'update') await changing.writer.update(world.actor, { id, revision: null }, values);
          else if (kind === 'set') await changing.writer.set(world.actor, ids, { values, when: null, action: 'x.y' });
          else {
            await changing.writer.remove(world.actor, { id, revision: null });
            ids.splice(ids.indexOf(id), 1);
          }
        }
        expect(await wrongWords('changing', 'number', 'name', 'note')).toEqual([]);
      }),
      { numRuns: 15 },
    );
  });

  it('knows the words of existing records when the declaration changes', async () => {
    const open = (name: string, fields: typeof FIELDS, more: object = {}) => world.open({ name, fields, ...more });
    const [number, name, note] = [text('number'), text('name'), text('note')];
    const first = await open('moving', [number, text('name', false), text('note', false)]);
    for (const actor of [world.actor, world.stranger]) {
      await first.writer.create(actor, { number: 'N-1', name: 'Double Click', note: 'later' });
    }
    expect([await found(first, 'n'), await found(first, 'click')]).toEqual([['Double Click'], []]);
    expect(await found(await open('moving', [number, name, text('note', false)]), 'click')).toEqual(['Double Click']);
    expect(await wrongWords('moving', 'number', 'name')).toEqual([]);
    await open('moving', [text('number', false), name, note]);
    expect(await wrongWords('moving', 'name', 'note')).toEqual([]);
    const renamed = await open('moving', [text('number', false), name, text('remark')], {
      migrate: { rename: { note: 'remark' } },
    });
    expect(await found(renamed, 'later')).toEqual(['Double Click']);
    expect(await wrongWords('moving', 'name', 'remark')).toEqual([]);
    const fields = [text('number', false), name, text('remark')];
    const moved = await open('moved', fields, { migrate: { from: 'moving' } });
    expect(await found(moved, 'later')).toEqual(['Double Click']);
    expect(await wrongWords('moved', 'name', 'remark')).toEqual([]);
    await moved.writer.create(world.actor, { name: 'New' });
    expect(await wrongWords('moved', 'name', 'remark')).toEqual([]);
    const left = () =>
      sql`select 1 from search_words where resource in ('r_moving', 'r_moved')`.execute(world.db.kysely);
    expect((await left()).rows.length).toBeGreaterThan(0);
    await purgeTable({ ...world, actor: systemActor(PLATFORM_ID) }, { name: 'moved', rows: 3 });
    expect((await left()).rows).toEqual([]);
  });
});
