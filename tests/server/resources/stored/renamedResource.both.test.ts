import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldSchema } from '../../../../packages/declaration/src/fieldSchema.ts';
import { timelineOf } from '#server/audit/readAudit.ts';
import { verifyChain } from '#server/audit/verifyChain.ts';
import { createCipher } from '#server/crypto/dataKey.ts';
import { insertRows } from '#server/db/rows.ts';
import { createStorage } from '#server/resources/stored/createStorage.ts';
import { startStoredWorld, type StoredWorld } from '#tests/support/storedWorld.ts';
import { EITHER_DATABASE } from '#tests/support/testDatabase.ts';

const text = (source: string, more: object = {}) => fieldSchema.parse({ source, type: 'text', ...more });

describe.each(EITHER_DATABASE)('a renamed resource, on %s', (kind) => {
  let world: StoredWorld;
  beforeAll(async () => {
    world = await startStoredWorld(kind);
  });
  afterAll(() => world.close());

  const tables = async (...names: string[]) => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_name = any(${names}::text[])`.execute(
      world.db.kysely,
    );
    return rows.map(({ name }) => name);
  };

  async function grant(permission: string): Promise<string> {
    const at = world.clock.now();
    const id = randomUUID();
    const { merchantId } = world.actor;
    await insertRows(world.db.kysely, 'roles', [
      {
        merchant_id: merchantId,
        id,
        name: permission,
        description: null,
        is_owner: false,
        revision: 1,
        created_at: at,
        updated_at: at,
      },
    ]);
    await insertRows(world.db.kysely, 'role_permissions', [{ merchant_id: merchantId, role_id: id, permission }]);
    return id;
  }

  it('keeps the events that webhook endpoints have chosen', async () => {
    const { merchantId } = world.actor;
    await world.open({ name: 'leads', fields: [text('name')] });
    await sql`
      insert into webhook_endpoints (merchant_id, id, url, events, status, secret_tail, created_at, updated_at)
      values (${merchantId}, ${randomUUID()}, 'x', '{order_paid,leads.create,leads_of_old.create,leads.win}', 'enabled', '', now(), now())`.execute(
      world.db.kysely,
    );
    await world.open({ name: 'deals', fields: [text('name')], migrate: { from: 'leads' } });
    const { rows } = await sql`select events from webhook_endpoints where merchant_id = ${merchantId}`.execute(
      world.db.kysely,
    );
    expect(rows).toEqual([{ events: ['order_paid', 'deals.create', 'leads_of_old.create', 'deals.win'] }]);
  });

  it('keeps records, indexes, files, grants, menu entries and history', async () => {
    const before = await world.open({ name: 'vendors', fields: [text('name', { unique: true }), text('land')] });
    const { id } = await before.writer.create(world.actor, { name: 'Acme', land: 'NL' });
    const role = await grant('vendors.delete');
    const other = await grant('vendors_of_old.delete');
    await insertRows(world.db.kysely, 'menus', [
      {
        merchant_id: world.actor.merchantId,
        id: randomUUID(),
        parent_id: null,
        url_name: '/vendors',
        component_path: 'vendors',
        title: JSON.stringify({ en: 'Vendors' }),
        icon: null,
        position: 1,
        redirect: null,
        is_hidden: false,
        revision: 1,
        created_at: world.clock.now(),
        updated_at: world.clock.now(),
      },
    ]);
    const after = await world.open({
      name: 'partners',
      fields: [text('name', { unique: true }), text('country')],
      migrate: { from: 'vendors', rename: { land: 'country' } },
    });
    expect(after.findings).toEqual([]);
    expect(await after.source.one(world.actor.merchantId, id)).toMatchObject({
      name: 'Acme',
      country: 'NL',
      revision: 1,
    });
    await expect(after.writer.create(world.actor, { name: 'Acme' })).rejects.toMatchObject({
      fields: { name: { key: 'not_unique' } },
    });
    expect(await tables('r_vendors', 'r_partners')).toEqual(['r_partners']);
    const granted = await world.db.kysely
      .selectFrom('role_permissions')
      .where('role_id', 'in', [role, other])
      .select('permission')
      .orderBy('permission')
      .execute();
    expect(granted.map(({ permission }) => permission)).toEqual(['partners.delete', 'vendors_of_old.delete']);
    const { rows } = await sql`select component_path from menus where url_name = '/vendors'`.execute(world.db.kysely);
    expect(rows).toEqual([{ component_path: 'partners' }]);
    const history = await timelineOf(world.db.kysely, world.actor.merchantId, after.resource, id);
    expect(history).toMatchObject([
      { action: 'partners.create', changes: [{ source: 'country' }, { source: 'name' }] },
    ]);
    expect(await verifyChain(world.db, world.actor.merchantId)).toBeNull();
  });

  it('is moved to the end by the next server if one dies in between', async () => {
    const before = await world.open({ name: 'boxes', fields: [text('name', { sortable: true })] });
    const { id } = await before.writer.create(world.actor, { name: 'a' });
    const role = await grant('boxes.list');
    await sql`alter table r_boxes rename to r_crates`.execute(world.db.kysely);
    const next = createStorage({ db: world.db, clock: world.clock, cipher: createCipher(Buffer.alloc(32, 7)) });
    const after = await world.open({
      name: 'crates',
      fields: [text('name', { sortable: true })],
      migrate: { from: 'boxes' },
    });
    expect(await next.prepare(after.resource)).toEqual([]);
    expect(await after.source.one(world.actor.merchantId, id)).toMatchObject({ name: 'a' });
    const granted = await world.db.kysely
      .selectFrom('role_permissions')
      .where('role_id', '=', role)
      .select('permission')
      .execute();
    expect(granted).toEqual([{ permission: 'crates.list' }]);
  });

  it('takes the place of an empty table, but not of records', async () => {
    const before = await world.open({ name: 'cats', fields: [text('name')] });
    const { id } = await before.writer.create(world.actor, { name: 'a' });
    const migrate = { from: 'cats' };
    const early = await world.open({ name: 'felines', fields: [text('name')] });
    const own = await early.writer.create(world.actor, { name: 'b' });
    expect((await world.open({ name: 'felines', fields: [text('name')], migrate })).findings).toMatchObject([
      { id: 'S210', path: ['migrate', 'from'], args: { from: 'cats', rows: 1 } },
    ]);
    await early.writer.remove(world.actor, { id: own.id, revision: null });
    const after = await world.open({ name: 'felines', fields: [text('name')], migrate });
    expect(after.findings).toEqual([]);
    expect(await after.source.one(world.actor.merchantId, id)).toMatchObject({ name: 'a' });
  });

  it("stays under its former name if the declaration doesn't fit the records", async () => {
    const before = await world.open({ name: 'dogs', fields: [text('name'), text('note')] });
    await before.writer.create(world.actor, { name: 'a', note: 'b' });
    const refused = await world.open({ name: 'hounds', fields: [text('name')], migrate: { from: 'dogs' } });
    expect(refused.findings).toMatchObject([{ id: 'S201', args: { source: 'note', rows: 1 } }]);
    expect(await tables('r_dogs', 'r_hounds')).toEqual(['r_dogs']);
    expect((await world.open({ name: 'dogs', fields: [text('name'), text('note')] })).findings).toEqual([]);
  });

  it("doesn't touch rights to a resource that was never stored", async () => {
    const role = await grant('orders.list');
    const opened = await world.open({ name: 'purchases', fields: [text('name')], migrate: { from: 'orders' } });
    expect(opened.findings).toEqual([]);
    const granted = await world.db.kysely
      .selectFrom('role_permissions')
      .where('role_id', '=', role)
      .select('permission')
      .execute();
    expect(granted).toEqual([{ permission: 'orders.list' }]);
  });
});
