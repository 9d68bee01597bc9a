import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldSchema } from '../../../../packages/declaration/src/fieldSchema.ts';
import { ConflictError, NotFoundError, ValidationError } from '#server/errors.ts';
import { createFileStore, type FileStore } from '#server/files/fileStore.ts';
import { parseListQuery } from '#server/resources/listQuery.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startStoredWorld, type OpenedResource, type StoredWorld } from '#tests/support/storedWorld.ts';

const FIELDS = [
  { source: 'name', type: 'text', required: true, unique: true, search: true, sortable: true },
  { source: 'note', type: 'longtext' },
  { source: 'order', type: 'integer', filter: 'range' },
  { source: 'amount', type: 'money', filter: 'range', min: '-9223372036854775807' },
  { source: 'fee', type: 'money' },
  { source: 'net', type: 'money', computed: { difference: ['amount', 'fee'] } },
  { source: 'rate', type: 'rate' },
  { source: 'quantity', type: 'decimal', scale: 3, filter: 'range', sortable: true, sum: true },
  { source: 'status', type: 'enum', filter: 'eq', choices: [{ id: 'on' }, { id: 'off' }] },
  { source: 'vip', type: 'boolean', filter: 'eq' },
  { source: 'since', type: 'date', filter: 'range', sortable: true },
  { source: 'seen_at', type: 'datetime', filter: 'range' },
  { source: 'channel_id', type: 'reference', reference: 'channels', filter: 'eq' },
  { source: 'account', type: 'text', mask: 'card' },
  { source: 'key', type: 'secret' },
  { source: 'contract', type: 'file' },
  { source: 'extra', type: 'json' },
].map((field) => fieldSchema.parse(field));

const CONTRACT = { source: 'contract', type: 'file' } as const;
const CHANNEL = '0199a000-0000-7000-8000-000000000001';
const WHOLE = {
  name: 'Zoë 张三 \u{1F9FE} ‮abc',
  note: 'first\nsecond',
  order: 0,
  amount: '9223372036854775807',
  fee: '1',
  rate: 250,
  quantity: '999999999999999.999',
  status: 'on',
  vip: false,
  since: '2026-02-28',
  seen_at: '2026-03-01T10:00:00.000Z',
  channel_id: CHANNEL,
  account: '6222020200112233445',
  key: 'correct horse',
  extra: { list: [1, null, 'x'] },
};

describe('a stored record', () => {
  let world: StoredWorld;
  let suppliers: OpenedResource;
  let files: FileStore;
  let serial = 0;

  beforeAll(async () => {
    world = await startStoredWorld(USUAL_DATABASE);
    suppliers = await world.open({ name: 'select', fields: FIELDS });
    files = createFileStore(world.db, world.clock);
  });
  afterAll(() => world.close());

  const create = (values: object = {}) => suppliers.writer.create(world.actor, { name: `n${++serial}`, ...values });
  const upload = () =>
    files.save(world.actor, {
      resource: 'select',
      field: CONTRACT,
      name: 'a.pdf',
      mediaType: 'application/pdf',
      bytes: Buffer.from('%PDF-1.7'),
    });
  const lastLog = () =>
    world.db.kysely.selectFrom('audit_logs').orderBy('seq', 'desc').selectAll().executeTakeFirstOrThrow();
  const auditCount = async () => {
    const { rows } = await sql<{ n: bigint }>`select count(*) as n from audit_logs`.execute(world.db.kysely);
    return rows[0]?.n;
  };

  it('is read as it was written, for each type of value', async () => {
    const contract = await upload();
    const record = await create({ ...WHOLE, contract });
    expect(record).toMatchObject({
      ...WHOLE,
      contract,
      net: '9223372036854775806',
      account: '6222••••3445',
      key: true,
      revision: 1,
      created_at: '2026-11-20T04:00:00.000Z',
    });
    expect(await suppliers.source.one(world.actor.merchantId, record.id)).toEqual(record);
  });

  it('has no value if none was given', async () => {
    const record = await create();
    expect(record).toMatchObject({ note: null, order: null, net: null, account: null, key: false, extra: null });
  });

  it('contains no readable masked value or secret in the database', async () => {
    const values = { account: '4000123412341234', key: 'battery staple' };
    const { id } = await create(values);
    const { rows } = await sql<{ row: string }>`select t::text as row from r_select t where id = ${id}`.execute(
      world.db.kysely,
    );
    const { rows: logs } = await sql<{ row: string }>`select t::text as row from audit_logs t`.execute(world.db.kysely);
    for (const value of Object.values(values)) {
      expect(rows[0]?.row).not.toContain(value);
      expect(logs.map(({ row }) => row).join()).not.toContain(value);
    }
  });

  it('reveals a masked value on request, which is logged', async () => {
    const { id } = await create({ account: '4000123412341234' });
    expect(await suppliers.writer.reveal(world.actor, id, 'account')).toBe('4000123412341234');
    expect(await lastLog()).toMatchObject({
      action: 'select.reveal',
      record_id: id,
      after: { account: '4000••••1234' },
    });
    await expect(suppliers.writer.reveal(world.actor, id, 'name')).rejects.toThrow(NotFoundError);
    await expect(suppliers.writer.reveal(world.actor, id, 'key')).rejects.toThrow(NotFoundError);
  });

  it('changes only the given fields, and counts its changes', async () => {
    const record = await create(WHOLE_BUT_NAME);
    const changed = await suppliers.writer.update(world.actor, stateOf(record), { note: 'new' });
    expect(changed).toEqual({ ...record, note: 'new', revision: 2, updated_at: changed['updated_at'] });
  });

  it('is unchanged by values that it already has, including encrypted ones', async () => {
    const record = await create(WHOLE_BUT_NAME);
    const before = await auditCount();
    expect(await suppliers.writer.update(world.actor, stateOf(record), WHOLE_BUT_NAME)).toEqual(record);
    expect(await auditCount()).toBe(before);
  });

  it('has exactly its changed fields in the log, masked as displayed', async () => {
    const record = await create({ account: '6222020200112233445', key: 'old', note: 'same', vip: true });
    // Another number with the same mask, and another secret. Both look the same as before.
    const values = { account: '6222020299992233445', key: 'new', note: 'same', vip: false };
    await suppliers.writer.update(world.actor, stateOf(record), values);
    expect(await lastLog()).toMatchObject({
      action: 'select.edit',
      actor_id: world.actor.userId,
      ip: world.actor.ip,
      before: { account: '6222••••3445', key: true, vip: true },
      after: { account: '6222••••3445', key: true, vip: false },
    });
    expect(Object.keys((await lastLog()).after ?? {}).toSorted()).toEqual(['account', 'key', 'vip']);
  });

  it.each([
    { values: { extra: { a: ['\0'] } }, problem: { extra: { key: 'invalid_format' } } },
    { values: { extra: { '\ud800': 1 } }, problem: { extra: { key: 'invalid_format' } } },
    { values: { name: '合'.repeat(1_000) }, problem: { name: { key: 'too_long', args: { max: 866 } } } },
  ])('is rejected if no column or index can store it: $problem', async ({ values, problem }) => {
    await expect(create(values)).rejects.toMatchObject({ fields: problem });
  });

  it('may be as long as its index allows', async () => {
    // Letters that don't repeat, so the database can't compress them.
    const name = Array.from({ length: 866 }, (_, at) => String.fromCodePoint(0x4e00 + at * 7)).join('');
    expect(await create({ name })).toMatchObject({ name });
  });

  it("can't be changed by a user who has seen an earlier revision", async () => {
    const record = await create();
    await suppliers.writer.update(world.actor, stateOf(record), { note: 'first' });
    const late = suppliers.writer.update(world.actor, stateOf(record), { note: 'second' });
    const error = await late.catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ConflictError);
    expect(error).toMatchObject({ current: { note: 'first', revision: 2 } });
  });

  it('is changed by exactly one of twenty users who saw the same revision', async () => {
    const record = await create();
    const tries = Array.from({ length: 20 }, (_, at) =>
      suppliers.writer.update(world.actor, stateOf(record), { order: at }),
    );
    const outcomes = await Promise.allSettled(tries);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await suppliers.source.one(world.actor.merchantId, record.id)).toMatchObject({ revision: 2 });
  });

  it('has a unique value rejected if another in the tenant has it', async () => {
    const { name } = (await create()) as { id: string; name?: unknown };
    const again = suppliers.writer.create(world.actor, { name });
    await expect(again).rejects.toThrow(ValidationError);
    await expect(again).rejects.toMatchObject({ fields: { name: { key: 'not_unique' } } });
    await expect(suppliers.writer.create(world.stranger, { name })).resolves.toMatchObject({ name });
  });

  it("can't be read, changed, revealed or deleted by other tenants", async () => {
    const { id } = await create();
    const { source, writer } = suppliers;
    expect(await source.one(world.stranger.merchantId, id)).toBeUndefined();
    const target = { id, revision: null };
    await expect(writer.update(world.stranger, target, { note: 'x' })).rejects.toThrow(NotFoundError);
    await expect(writer.remove(world.stranger, target)).rejects.toThrow(NotFoundError);
    await expect(writer.reveal(world.stranger, id, 'account')).rejects.toThrow(NotFoundError);
    const change = { values: { status: 'off' }, when: null, action: 'select.stop' };
    await expect(writer.set(world.stranger, [id], change)).rejects.toThrow(NotFoundError);
  });

  it('no longer exists after it was deleted, and the log contains its values', async () => {
    const record = await create({ note: 'kept in the log' });
    await suppliers.writer.remove(world.actor, stateOf(record));
    expect(await suppliers.source.one(world.actor.merchantId, record.id)).toBeUndefined();
    expect(await lastLog()).toMatchObject({
      action: 'select.delete',
      before: { note: 'kept in the log' },
      after: null,
    });
  });

  it('can be changed together with others, all or none of them', async () => {
    const [one, two] = [await create({ status: 'on' }), await create({ status: 'off' })];
    const before = await auditCount();
    const when = { field: 'status', eq: 'on' };
    const change = { values: { status: 'off' }, when, action: 'select.stop' };
    await expect(suppliers.writer.set(world.actor, [one.id, two.id], change)).rejects.toMatchObject({
      id: 'not_in_this_state',
      current: { id: two.id },
    });
    expect(await suppliers.source.one(world.actor.merchantId, one.id)).toMatchObject({ status: 'on', revision: 1 });
    expect(await auditCount()).toBe(before);
    expect(await suppliers.writer.set(world.actor, [one.id], change)).toMatchObject([{ status: 'off', revision: 2 }]);
  });

  it.each([
    { filter: { amount_gte: '9223372036854775807' }, finds: 'max' },
    { filter: { since_gte: '2030-01-01', since_lte: '2030-01-01' }, finds: 'day' },
    { filter: { vip: true }, finds: 'vip' },
    { filter: { q: 'prefix' }, finds: 'prefix of a name' },
    { filter: { channel_id: '0199a000-0000-7000-8000-000000000009' }, finds: 'referring' },
  ])('is found by $filter', async ({ filter, finds }) => {
    const values = {
      max: { amount: '9223372036854775807' },
      day: { since: '2030-01-01' },
      vip: { vip: true },
      referring: { channel_id: '0199a000-0000-7000-8000-000000000009' },
    };
    const own = new Map<string, object>(Object.entries(values)).get(finds) ?? {};
    const actor = { ...world.actor, merchantId: world.stranger.merchantId };
    await suppliers.writer.create(actor, { name: `${finds} ${serial}`, ...own });
    await suppliers.writer.create(actor, { name: `other ${++serial}` });
    const query = parseListQuery(suppliers.resource, { filter: JSON.stringify(filter) });
    const { records, total } = await suppliers.source.list(actor.merchantId, query);
    expect(total).toBe(1);
    expect(records).toMatchObject([{ name: expect.stringMatching(new RegExp(`^${finds}`)) }]);
  });
});

const { name: _, ...WHOLE_BUT_NAME } = WHOLE;

function stateOf({ id, revision }: { id: string; revision?: unknown }) {
  return { id, revision: Number(revision) };
}
