import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldSchema, type Field } from '#shared/declaration/fieldSchema.ts';
import type { Declaration } from '#shared/declaration/declarationSchema.ts';
import { DATABASE_KINDS } from '#tests/support/testDatabase.ts';
import { startStoredWorld, type StoredWorld } from '#tests/support/storedWorld.ts';

const field = (given: object): Field => fieldSchema.parse(given);
const text = (source: string, more: object = {}) => field({ source, type: 'text', ...more });

describe.each(DATABASE_KINDS)('a changed declaration of stored records (%s)', (kind) => {
  let world: StoredWorld;
  let serial = 0;

  beforeAll(async () => {
    world = await startStoredWorld(kind);
  });
  afterAll(() => world.close());

  /** A resource of its own with some records, and what becomes of it. */
  async function stored(fields: Field[], ...records: object[]) {
    const name = `things${++serial}`;
    const first = await world.open({ name, fields });
    for (const values of records) await first.writer.create(world.actor, { ...values });
    const reopen = async (changed: Field[], migrate?: Declaration['migrate']) => {
      const opened = await world.open({ name, fields: changed, ...(migrate ? { migrate } : {}) });
      const query = {
        conditions: [],
        sort: { source: 'created_at', descending: false },
        range: [0, 99] as [number, number],
      };
      const read = async () => (await opened.source.list(world.actor.merchantId, query)).records;
      return { ...opened, read };
    };
    return { name, reopen };
  }

  it('adds a field, empty in the records that there are', async () => {
    const { reopen } = await stored([text('name')], { name: 'a' });
    const { findings, read } = await reopen([text('name'), field({ source: 'age', type: 'integer', filter: 'range' })]);
    expect(findings).toEqual([]);
    expect(await read()).toMatchObject([{ name: 'a', age: null }]);
  });

  it('adds a required field where it says what the old records get', async () => {
    const { reopen } = await stored([text('name')], { name: 'a' });
    const status = { source: 'status', type: 'enum', required: true, choices: [{ id: 'on' }, { id: 'off' }] };
    const refused = await reopen([text('name'), field(status)]);
    expect(refused.findings).toMatchObject([{ id: 'S204', path: ['fields', 1, 'required'], args: { rows: 1 } }]);
    const { findings, read } = await reopen([text('name'), field({ ...status, default: 'on' })]);
    expect(findings).toEqual([]);
    expect(await read()).toMatchObject([{ status: 'on' }]);
  });

  it('takes a field away only when nothing is in it, or when it says that the values may go', async () => {
    const { reopen } = await stored([text('name'), text('note'), text('empty')], { name: 'a', note: 'b' });
    const refused = await reopen([text('name')]);
    expect(refused.findings).toMatchObject([{ id: 'S201', args: { source: 'note', rows: 1 } }]);
    const kept = await reopen([text('name'), text('note'), text('empty')]);
    expect(await kept.read()).toMatchObject([{ name: 'a', note: 'b' }]);
    expect((await reopen([text('name'), text('note')])).findings).toEqual([]);
    expect((await reopen([text('name')], { drop: ['note'] })).findings).toEqual([]);
    const again = await reopen([text('name'), text('note')]);
    expect(await again.read()).toMatchObject([{ name: 'a', note: null }]);
  });

  it('renames a field with its values, masked ones too', async () => {
    const { reopen } = await stored([text('account', { mask: 'card' })], { account: '6222020200112233445' });
    const { findings, read, writer } = await reopen([text('number', { mask: 'card' })], {
      rename: { account: 'number' },
    });
    expect(findings).toEqual([]);
    const [record] = await read();
    expect(record).toMatchObject({ number: '6222••••3445' });
    expect(await writer.reveal(world.actor, record?.id ?? '', 'number')).toBe('6222020200112233445');
    const later = await reopen([text('number', { mask: 'card' })], { rename: { account: 'number' } });
    expect(await later.read()).toMatchObject([{ number: '6222••••3445' }]);
  });

  it('keeps whole numbers in a wider column', async () => {
    const { reopen } = await stored([field({ source: 'n', type: 'integer' })], { n: 7 });
    const { findings, read } = await reopen([field({ source: 'n', type: 'money' })]);
    expect(findings).toEqual([]);
    expect(await read()).toMatchObject([{ n: '7' }]);
  });

  it.each([
    { before: { type: 'text' }, after: { type: 'integer' }, value: '7' },
    { before: { type: 'text' }, after: { type: 'text', mask: 'card' }, value: '6222020200112233445' },
    { before: { type: 'secret' }, after: { type: 'text' }, value: 'x' },
    { before: { type: 'money' }, after: { type: 'integer' }, value: '7' },
  ])('refuses $before as $after while there are values, and makes it so when there are none', async (change) => {
    const before = field({ source: 'f', ...change.before });
    const after = field({ source: 'f', ...change.after });
    const full = await stored([before], { f: change.value });
    const refused = await full.reopen([after]);
    expect(refused.findings).toMatchObject([
      { id: 'S202', path: ['fields', 0, 'type'], args: { source: 'f', rows: 1 } },
    ]);
    const empty = await stored([before], {});
    expect((await empty.reopen([after])).findings).toEqual([]);
  });

  it('refuses to lose a choice that records have', async () => {
    const choices = (...ids: string[]) => field({ source: 's', type: 'enum', choices: ids.map((id) => ({ id })) });
    const { reopen } = await stored([choices('on', 'off')], { s: 'off' });
    expect((await reopen([choices('on')])).findings).toMatchObject([{ id: 'S203', args: { rows: 1 } }]);
    expect((await reopen([choices('off', 'more')])).findings).toEqual([]);
  });

  it('makes values unique only when they are', async () => {
    const { reopen } = await stored([text('name')], { name: 'a' }, { name: 'a' });
    expect((await reopen([text('name', { unique: true })])).findings).toMatchObject([
      { id: 'S205', args: { rows: 1 } },
    ]);
    const good = await stored([text('name')], { name: 'a' }, { name: 'b' });
    expect((await good.reopen([text('name', { unique: true })])).findings).toEqual([]);
    expect((await good.reopen([text('name')])).findings).toEqual([]);
  });

  it('makes an index for each field that lists look up by', async () => {
    const { name } = await stored([text('name', { filter: 'eq' }), text('code', { search: true }), text('plain')]);
    const { rows } = await sql<{ indexdef: string }>`
      select indexdef from pg_indexes where tablename = ${`r_${name}`}`.execute(world.db.kysely);
    const indexed = rows.map(({ indexdef }) => /\((.*)\)/.exec(indexdef)?.[1]).toSorted();
    expect(indexed).toEqual([
      'merchant_id, code, id',
      'merchant_id, created_at, id',
      'merchant_id, id',
      'merchant_id, name, id',
    ]);
  });

  it('may be put to work by several servers at once', async () => {
    const name = `things${++serial}`;
    const fields = [text('name', { unique: true, search: true })];
    const opened = await Promise.all(Array.from({ length: 4 }, () => world.open({ name, fields })));
    expect(opened.flatMap(({ findings }) => findings)).toEqual([]);
  });
});
