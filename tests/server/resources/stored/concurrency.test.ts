import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { declarationSchema, toResource } from '@merchant-console/declaration';
import { fieldSchema } from '../../../../packages/declaration/src/fieldSchema.ts';
import { verifyChain } from '#server/audit/verifyChain.ts';
import { createCipher } from '#server/crypto/dataKey.ts';
import { connect } from '#server/db/connect.ts';
import { createStorage } from '#server/resources/stored/createStorage.ts';
import { startStoredWorld, type StoredWorld } from '#tests/support/storedWorld.ts';

const CALLERS = 16;
const text = (source: string, more: object = {}) => fieldSchema.parse({ source, type: 'text', ...more });
const things = (...fields: object[]) =>
  toResource(declarationSchema.parse({ version: 1, name: 'things', storage: 'table', fields }));

describe('stored records on PostgreSQL', () => {
  let world: StoredWorld;
  beforeEach(async () => {
    world = await startStoredWorld('postgres');
  });
  afterEach(() => world.close());

  it('get their table from two concurrent servers, and its changes', async () => {
    const other = await connect(world.options);
    const cipher = createCipher(Buffer.alloc(32, 7));
    const storages = [world.db, other].map((db) => createStorage({ db, clock: world.clock, cipher }));
    const prepare = async (resource: ReturnType<typeof things>) =>
      (await Promise.all(storages.flatMap((storage) => [storage.prepare(resource), storage.prepare(resource)]))).flat();

    expect(await prepare(things(text('name', { unique: true, search: true })))).toEqual([]);
    const writer = storages[0]?.open(things(text('name'))).writer;
    for (let at = 0; at < 50; at += 1) {
      await world.db.transaction(async (tx) => writer?.create?.(tx, world.actor, { name: `number ${at}` }));
    }
    expect(await prepare(things(text('name', { mask: 'all' }), text('more', { sortable: true })))).toEqual([]);
    const { rows } = await sql<{ total: bigint }>`
      select count("name$encrypted") as total from r_things`.execute(world.db.kysely);
    expect(rows).toEqual([{ total: 50n }]);
    await other.close();
  });

  it('are written concurrently, each write once and in the log', async () => {
    const { writer, source } = await world.open({
      name: 'things',
      fields: [text('name', { unique: true }), text('note')],
    });
    const shared = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => writer.create(world.actor, { name: `shared ${name}` })),
    );
    const ids = shared.map(({ id }) => id);
    const write = async (caller: number, round: number) => {
      const { id } = await writer.create(world.actor, { name: `${caller}-${round}` });
      await writer.update(world.actor, { id, revision: 1 }, { note: 'changed' });
      // The same records in reverse. They are locked in one order, whatever order the caller uses.
      const order = caller % 2 === 0 ? ids : ids.toReversed();
      const change = { values: { note: `by ${caller} in ${round}` }, when: null, action: 'things.note' };
      await writer.set(world.actor, order, change);
      await writer.remove(world.actor, { id, revision: 2 });
    };
    const writeAll = () =>
      Promise.all(
        Array.from({ length: CALLERS }, async (_, caller) => {
          for (let round = 0; round < 4; round += 1) await write(caller, round);
        }),
      );
    // How long they wait for each other depends on what else the machine does.
    await world.db.patiently(writeAll);
    const { count } = await source.summary(world.actor.merchantId, []);
    expect(count).toBe(shared.length);
    for (const id of ids) {
      expect(await source.one(world.actor.merchantId, id)).toMatchObject({ revision: 1 + CALLERS * 4 });
    }
    const { rows } = await sql<{ total: bigint }>`select count(*) as total from audit_logs`.execute(world.db.kysely);
    expect(rows).toEqual([{ total: BigInt(shared.length + CALLERS * 4 * (3 + shared.length)) }]);
    expect(await verifyChain(world.db, world.actor.merchantId)).toBeNull();
  });

  it('let one of many concurrent writers of the same unique value succeed', async () => {
    const { writer } = await world.open({ name: 'things', fields: [text('name', { unique: true })] });
    const outcomes = await Promise.allSettled(
      Array.from({ length: CALLERS }, () => writer.create(world.actor, { name: 'same' })),
    );
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    expect(refused).toHaveLength(CALLERS - 1);
    for (const reason of refused) expect(reason).toMatchObject({ fields: { name: { key: 'not_unique' } } });
  });

  it('can be changed a thousand at a time', async () => {
    const { writer } = await world.open({ name: 'things', fields: [text('note')] });
    const { rows } = await sql<{ id: string }>`
      insert into r_things (merchant_id, id, revision, created_at, updated_at)
      select ${world.actor.merchantId}, gen_random_uuid(), 1, now(), now() from generate_series(1, 1000) returning id`.execute(
      world.db.kysely,
    );
    const ids = rows.map(({ id }) => id);
    const change = { values: { note: 'x' }, when: null, action: 'things.note' };
    expect(await writer.set(world.actor, ids, change)).toHaveLength(1_000);
    expect(await verifyChain(world.db, world.actor.merchantId)).toBeNull();
  });
});
