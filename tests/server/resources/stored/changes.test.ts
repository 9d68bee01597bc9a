import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldSchema } from '../../../../packages/declaration/src/fieldSchema.ts';
import type { Field } from '@merchant-console/declaration';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startStoredWorld, type StoredWorld } from '#tests/support/storedWorld.ts';
import { dying } from '../rollOutSteps.ts';
import { changing } from './changing.ts';

const field = (given: object): Field => fieldSchema.parse(given);
const text = (source: string, more: object = {}) => field({ source, type: 'text', ...more });
const choices = (...ids: string[]) => field({ source: 's', type: 'enum', choices: ids.map((id) => ({ id })) });
const CARD = '6222020200112233445';

describe('a changed declaration of stored records', () => {
  let world: StoredWorld;

  beforeAll(async () => {
    world = await startStoredWorld(USUAL_DATABASE);
  });
  afterAll(() => world.close());

  const stored = changing(() => world);

  it('adds a field, empty in existing records', async () => {
    const { reopen } = await stored([text('name')], { name: 'a' });
    const { findings, read } = await reopen([text('name'), field({ source: 'age', type: 'integer', filter: 'range' })]);
    expect(findings).toEqual([]);
    expect(await read()).toMatchObject([{ name: 'a', age: null }]);
  });

  it('adds a required field if it declares the value of existing records', async () => {
    const { reopen } = await stored([text('name')], { name: 'a' });
    const status = { source: 'status', type: 'enum', required: true, choices: [{ id: 'on' }, { id: 'off' }] };
    const refused = await reopen([text('name'), field(status)]);
    expect(refused.findings).toMatchObject([{ id: 'S204', path: ['fields', 1, 'required'], args: { rows: 1 } }]);
    const { findings, read } = await reopen([text('name'), field({ ...status, default: 'on' })]);
    expect(findings).toEqual([]);
    expect(await read()).toMatchObject([{ status: 'on', revision: 1 }]);
  });

  it('requires a value that some records lack only if it declares a default for them', async () => {
    const { reopen } = await stored([text('name'), text('note')], { name: 'a' }, { name: 'b', note: 'kept' });
    const refused = await reopen([text('name'), text('note', { required: true })]);
    expect(refused.findings).toMatchObject([{ id: 'S204', path: ['fields', 1, 'required'], args: { rows: 1 } }]);
    const { findings, read } = await reopen([text('name'), text('note', { required: true, default: 'none' })]);
    expect(findings).toEqual([]);
    expect(new Set((await read()).map(({ note }) => note))).toEqual(new Set(['kept', 'none']));
  });

  it('requires a value only in the records that show the field', async () => {
    const { reopen } = await stored([text('name')], { name: 'a' });
    const when = { field: 'name', eq: 'b' };
    expect((await reopen([text('name'), text('note', { required: true, when })])).findings).toEqual([]);
  });

  it('removes a field only if it is empty, or if the values may be lost by declaration', async () => {
    const { reopen } = await stored([text('name'), text('note'), text('empty')], { name: 'a', note: 'b' });
    const refused = await reopen([text('name')]);
    expect(refused.findings).toMatchObject([{ id: 'S201', path: ['fields'], args: { source: 'note', rows: 1 } }]);
    const kept = await reopen([text('name'), text('note'), text('empty')]);
    expect(await kept.read()).toMatchObject([{ name: 'a', note: 'b' }]);
    expect((await reopen([text('name'), text('note')])).findings).toEqual([]);
    for (const drop of [['note'], { other: 1 }]) {
      expect((await reopen([text('name')], { drop })).findings).toMatchObject([{ id: 'S201' }]);
    }
    expect((await reopen([text('name')], { drop: { note: 1 } })).findings).toEqual([]);
    const again = await reopen([text('name'), text('note')]);
    expect(await again.read()).toMatchObject([{ name: 'a', note: null }]);
  });

  it('keeps the column of a removed field until the declaration drops it, also with values written meanwhile', async () => {
    const { name, reopen, columns } = await stored([text('name'), text('fax')], { name: 'a' });
    expect((await reopen([text('name')])).findings).toEqual([]);
    expect(await columns()).toContain('fax');
    await sql`update ${sql.table(`r_${name}`)} set fax = '1'`.execute(world.db.kysely);
    expect((await reopen([text('name'), text('note')])).findings).toEqual([]);
    expect((await reopen([text('name')], { drop: ['fax'] })).findings).toMatchObject([
      { id: 'S201', args: { rows: 1 } },
    ]);
    const again = await reopen([text('name'), text('fax')]);
    expect(await again.read()).toMatchObject([{ fax: '1' }]);
    expect((await reopen([text('name')], { drop: { fax: 1 } })).findings).toEqual([]);
    expect(await columns()).not.toContain('fax');
  });

  it('reports all obstacles at once, and changes nothing', async () => {
    const { reopen } = await stored([text('name'), text('note'), choices('on')], { name: 'a', note: 'b', s: 'on' });
    const { findings } = await reopen([
      field({ source: 'name', type: 'integer' }),
      choices('off'),
      text('new', { required: true }),
    ]);
    expect(findings.map(({ id }) => id).toSorted()).toEqual(['S201', 'S202', 'S203', 'S204']);
    const kept = await reopen([text('name'), text('note'), choices('on')]);
    expect(await kept.read()).toMatchObject([{ name: 'a', note: 'b', s: 'on' }]);
    expect(await kept.read()).not.toMatchObject([{ new: null }]);
  });

  it('leaves a column alone that another program has added to the table', async () => {
    const { name, reopen, columns } = await stored([text('name')], { name: 'a' });
    await sql`alter table ${sql.table(`r_${name}`)} add column of_the_dba text default 'x'`.execute(world.db.kysely);
    expect((await reopen([text('name'), text('note')])).findings).toEqual([]);
    expect(await columns()).toContain('of_the_dba');
  });

  it('renames a field with its values, including masked ones', async () => {
    const { reopen } = await stored([text('account', { mask: 'card' })], { account: CARD });
    const migrate = { rename: { account: 'number' } };
    const { findings, read, writer } = await reopen([text('number', { mask: 'card' })], migrate);
    expect(findings).toEqual([]);
    const [record] = await read();
    expect(record).toMatchObject({ number: '6222••••3445' });
    expect(await writer.reveal(world.actor, record?.id ?? '', 'number')).toBe(CARD);
    const later = await reopen([text('number', { mask: 'card' })], migrate);
    expect(await later.read()).toMatchObject([{ number: '6222••••3445' }]);
  });

  it('renames a field with its rules, and leaves one alone that was added before the renaming was declared', async () => {
    const { reopen } = await stored([text('a', { unique: true, sortable: true })], { a: 'x' });
    expect((await reopen([text('a', { unique: true }), text('b')])).findings).toEqual([]);
    const { findings, read, writer } = await reopen([text('b', { unique: true })], { rename: { a: 'b' } });
    expect(findings).toEqual([]);
    expect(await read()).toMatchObject([{ b: 'x' }]);
    await expect(writer.create(world.actor, { b: 'x' })).rejects.toMatchObject({
      fields: { b: { key: 'not_unique' } },
    });
  });

  it("doesn't rename a field to one that has values", async () => {
    const { reopen } = await stored([text('a'), text('b')], { a: 'x', b: 'y' });
    const { findings } = await reopen([text('b')], { rename: { a: 'b' } });
    expect(findings).toMatchObject([{ id: 'S206', path: ['migrate', 'rename', 'a'], args: { source: 'b', rows: 1 } }]);
  });

  it.each([
    { before: { type: 'text' }, after: { type: 'longtext' }, value: 'x', becomes: 'x' },
    { before: { type: 'longtext' }, after: { type: 'text' }, value: 'x', becomes: 'x' },
    { before: choices('on'), after: { type: 'text' }, value: 'on', becomes: 'on' },
    { before: { type: 'integer', filter: 'range' }, after: { type: 'text', unique: true }, value: -7, becomes: '-7' },
    { before: { type: 'integer' }, after: { type: 'longtext' }, value: 2147483647, becomes: '2147483647' },
    { before: { type: 'boolean' }, after: { type: 'text', filter: 'eq' }, value: false, becomes: 'false' },
    { before: { type: 'date' }, after: { type: 'text' }, value: '2026-03-08', becomes: '2026-03-08' },
    { before: { type: 'text' }, after: choices('on'), value: 'on', becomes: 'on' },
    {
      before: { type: 'text', mask: 'card' },
      after: { type: 'text', mask: 'phone' },
      value: CARD,
      becomes: '••••3445',
    },
    { before: { type: 'text' }, after: { type: 'text', mask: 'card' }, value: CARD, becomes: '6222••••3445' },
  ])('keeps the values of $before as $after', async ({ before, after, value, becomes }) => {
    const { reopen } = await stored([field({ ...before, source: 's' })], { s: value }, {});
    const { findings, read } = await reopen([field({ ...after, source: 's' })]);
    expect(findings).toEqual([]);
    expect((await read()).map(({ s }) => s)).toEqual(expect.arrayContaining([becomes, null]));
  });

  it('encrypts the values of a field that becomes masked, also of many records', async () => {
    const { name, reopen, bare, columns } = await stored([text('account', { sortable: true })], { account: CARD });
    await sql`
      insert into ${sql.table(`r_${name}`)} (merchant_id, id, revision, created_at, updated_at, account)
      select merchant_id, gen_random_uuid(), 1, created_at, updated_at, 'plain ' || n
      from ${sql.table(`r_${name}`)}, generate_series(1, 2100) n`.execute(world.db.kysely);
    const { findings, source, writer } = await reopen([text('account', { mask: 'card' })]);
    expect(findings).toEqual([]);
    expect(await bare()).not.toMatch(/plain|6222020200112233445/);
    expect(await columns()).not.toContain('account$plain');
    const summary = await source.summary(world.actor.merchantId, []);
    expect(summary.count).toBe(2_101);
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(`r_${name}`)} where "account$masked" = '6222••••3445'`.execute(world.db.kysely);
    expect(await writer.reveal(world.actor, rows[0]?.id ?? '', 'account')).toBe(CARD);
  });

  it('gives values back to their former names if a server died while renaming, and the former file is restored', async () => {
    const fields = [text('a'), text('b', { filter: 'eq' })];
    const renamed = [text('c'), text('d', { filter: 'eq' })];
    const migrate = { rename: { a: 'c', b: 'd' } };
    let after = 0;
    for (let hasDied = true; hasDied; after += 1) {
      const { name, reopen } = await stored(fields, { a: '1', b: '2' });
      const resource = { name, fields: renamed, migrate };
      const opening = world.openOn(dying(world.db, after), resource);
      hasDied = await opening.then(
        () => false,
        () => true,
      );
      // Otherwise, the next server would wait until the lock of the dead one expires.
      await sql`delete from locks`.execute(world.db.kysely);
      const restored = await reopen(hasDied ? fields : renamed);
      expect(restored.findings, `after ${after} statements`).toEqual([]);
      const expected = hasDied ? { a: '1', b: '2' } : { c: '1', d: '2' };
      expect(await restored.read(), `after ${after} statements`).toMatchObject([expected]);
    }
    expect(after).toBeGreaterThan(10);
  });

  it('continues where a server died while encrypting', async () => {
    const { name, reopen, bare } = await stored([text('account')], { account: CARD }, { account: '4000123412341234' });
    const table = sql.table(`r_${name}`);
    await sql`alter table ${table} rename column account to ${sql.ref('account$plain')}`.execute(world.db.kysely);
    await sql`alter table ${table} add column ${sql.ref('account$encrypted')} text`.execute(world.db.kysely);
    const { findings, read } = await reopen([text('account', { mask: 'card' })]);
    expect(findings).toEqual([]);
    const masks = (await read()).map(({ account }) => account);
    expect(new Set(masks)).toEqual(new Set(['4000••••1234', '6222••••3445']));
    expect(await bare()).not.toContain(CARD);
  });

  it.each([
    { before: { type: 'text' }, after: { type: 'integer' }, value: '7', id: 'S202', at: 'type' },
    { before: { type: 'money' }, after: { type: 'integer' }, value: '7', id: 'S202', at: 'type' },
    { before: { type: 'integer' }, after: { type: 'money' }, value: 7, id: 'S202', at: 'type' },
    { before: { type: 'integer' }, after: { type: 'rate' }, value: 7, id: 'S202', at: 'type' },
    { before: { type: 'json' }, after: { type: 'file' }, value: 7, id: 'S202', at: 'type' },
    { before: { type: 'date' }, after: { type: 'datetime' }, value: '2026-01-01', id: 'S202', at: 'type' },
    { before: { type: 'text' }, after: { type: 'secret' }, value: CARD, id: 'S202', at: 'type' },
    { before: { type: 'longtext' }, after: { type: 'secret' }, value: CARD, id: 'S202', at: 'type' },
    { before: { type: 'text', mask: 'card' }, after: { type: 'secret' }, value: CARD, id: 'S202', at: 'type' },
    { before: { type: 'secret' }, after: { type: 'text' }, value: 'x', id: 'S202', at: 'type' },
    { before: { type: 'secret' }, after: { type: 'text', mask: 'all' }, value: 'x', id: 'S202', at: 'type' },
    { before: { type: 'text', mask: 'card' }, after: { type: 'text' }, value: CARD, id: 'S207', at: 'source' },
    {
      before: { type: 'reference', reference: 'a' },
      after: { type: 'reference', reference: 'b' },
      value: '0199a000-0000-7000-8000-000000000001',
      id: 'S202',
      at: 'reference',
    },
  ])('rejects $before as $after while there are values, and accepts it when there are none', async (change) => {
    const before = field({ source: 'f', ...change.before });
    const after = field({ source: 'f', ...change.after });
    const full = await stored([before], { f: change.value });
    const refused = await full.reopen([after]);
    expect(refused.findings).toMatchObject([
      { id: change.id, path: ['fields', 0, change.at], args: { source: 'f', rows: 1 } },
    ]);
    const empty = await stored([before], {});
    const { findings, writer } = await empty.reopen([after]);
    expect(findings).toEqual([]);
    await expect(writer.create(world.actor, {})).resolves.toBeDefined();
  });

  it('rejects the removal of a choice that records have', async () => {
    const { reopen } = await stored([choices('on', 'off', 'unused')], { s: 'off' });
    expect((await reopen([choices('on')])).findings).toMatchObject([
      { id: 'S203', path: ['fields', 0, 'choices'], args: { source: 's', rows: 1 } },
    ]);
    expect((await reopen([choices('off', 'more')])).findings).toEqual([]);
  });

  it('makes a text the first of several, and several the lines of a long one, without a change of what is stored', async () => {
    const { reopen, bare } = await stored([text('phone')], { phone: '112' });
    const before = await bare();
    const several = await reopen([field({ source: 'phone', type: 'texts', search: true })]);
    expect(several.findings).toEqual([]);
    const [first] = await several.read();
    expect(first).toMatchObject({ phone: ['112'], revision: 1 });
    expect(await bare()).toBe(before);
    const phone = ['+86 10 1', '112'];
    await several.writer.update(world.actor, { id: first?.id ?? '', revision: null }, { phone });
    expect((await several.read())[0]).toMatchObject({ phone });
    expect((await reopen([text('phone')])).findings).toMatchObject([{ id: 'S202' }]);
    const long = await reopen([field({ source: 'phone', type: 'longtext' })]);
    expect(long.findings).toEqual([]);
    expect((await long.read())[0]).toMatchObject({ phone: '+86 10 1\n112' });
  });

  it('restricts texts to choices only if all of them are choices', async () => {
    const { reopen } = await stored([text('s')], { s: 'other' });
    expect((await reopen([choices('on')])).findings).toMatchObject([{ id: 'S203', args: { rows: 1 } }]);
  });

  it('makes values unique only if they are', async () => {
    const { reopen } = await stored([text('name')], { name: 'a' }, { name: 'a' });
    expect((await reopen([text('name', { unique: true })])).findings).toMatchObject([
      { id: 'S205', path: ['fields', 0, 'unique'], args: { rows: 1 } },
    ]);
    const good = await stored([text('name')], { name: 'a' }, { name: 'b' });
    const unique = await good.reopen([text('name', { unique: true })]);
    expect(unique.findings).toEqual([]);
    await expect(unique.writer.create(world.actor, { name: 'a' })).rejects.toThrow('validation');
    const free = await good.reopen([text('name')]);
    expect(free.findings).toEqual([]);
    await expect(free.writer.create(world.actor, { name: 'a' })).resolves.toMatchObject({ name: 'a' });
  });

  it('can be activated by several servers concurrently', async () => {
    const name = 'concurrent';
    const fields = [text('name', { unique: true, search: true }), text('note', { mask: 'all' })];
    const opened = await Promise.all(Array.from({ length: 4 }, () => world.open({ name, fields })));
    expect(opened.flatMap(({ findings }) => findings)).toEqual([]);
    await opened[0]?.writer.create(world.actor, { name: 'a', note: 'b' });
    const wider = [...fields, text('more', { sortable: true })];
    const again = await Promise.all(Array.from({ length: 4 }, () => world.open({ name, fields: wider })));
    expect(again.flatMap(({ findings }) => findings)).toEqual([]);
  });
});
