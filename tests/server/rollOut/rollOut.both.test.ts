import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declarationSchema, toResource } from '@merchant-console/declaration';
import { createRollOut, type RollOut } from '#server/rollOut/createRollOut.ts';
import { planRollOut } from '#server/rollOut/planRollOut.ts';
import { verifyChain } from '#server/audit/verifyChain.ts';
import { connect, type Db } from '#server/db/connect.ts';
import { createTenantAccess } from '#server/access/createTenantAccess.ts';
import { insertRows } from '#server/db/rows.ts';
import { EITHER_DATABASE } from '#tests/support/testDatabase.ts';
import { startStoredWorld, type StoredWorld } from '#tests/support/storedWorld.ts';
import { randomUUID } from 'node:crypto';

const CRM = { address: '/crm', label: { en: 'CRM' } };
const FIELDS = [{ source: 'name', type: 'text' }];

const declared = (name: string, more: object) =>
  toResource(declarationSchema.parse({ version: 1, name, storage: 'table', fields: FIELDS, ...more }));

describe.each(EITHER_DATABASE)('the roll-out of declarations, on %s', (kind) => {
  let world: StoredWorld;
  let rollOut: RollOut;
  /** Files of the folder; undefined for those without a valid version. */
  let folder: Record<string, object | undefined> = {};
  beforeAll(async () => {
    world = await startStoredWorld(kind);
    const newId = () => randomUUID();
    for (const { merchantId } of [world.actor, world.stranger]) {
      const owner = { merchantId, type: 'merchant' as const, at: world.clock.now(), newId };
      await world.db.transaction((tx) => createTenantAccess(tx, owner));
    }
    rollOut = createRollOut(world);
  });
  afterAll(() => world.close());

  const state = () => ({
    resources: Object.entries(folder).flatMap(([name, more]) => (more ? [declared(name, more)] : [])),
    undecided: Object.keys(folder).filter((name) => folder[name] === undefined),
  });
  const change = (files: Record<string, object | undefined>) => {
    folder = files;
    return rollOut.follow(state());
  };

  let serial = 0;
  async function role(name: string, { merchantId } = world.actor, ...permissions: string[]): Promise<string> {
    const at = world.clock.now();
    const row = {
      id: randomUUID(),
      name,
      description: null,
      is_owner: false,
      revision: 1,
      created_at: at,
      updated_at: at,
    };
    await insertRows(world.db.kysely, 'roles', [{ merchant_id: merchantId, ...row }]);
    const granted = permissions.map((permission) => ({ merchant_id: merchantId, role_id: row.id, permission }));
    await insertRows(world.db.kysely, 'role_permissions', granted);
    return row.id;
  }
  /** A role and a resource with names of their own. */
  const fresh = async () => {
    const name = `things${++serial}`;
    return { name, roleName: `Role ${serial}`, id: await role(`Role ${serial}`) };
  };
  const granted = async (id: string) => {
    const rows = await world.db.kysely
      .selectFrom('role_permissions')
      .where('role_id', '=', id)
      .select('permission')
      .orderBy('permission')
      .execute();
    return rows.map(({ permission }) => permission);
  };
  const entries = async (page: string) =>
    world.db.kysely
      .selectFrom('menus as m')
      .innerJoin('merchants as t', 't.merchant_id', 'm.merchant_id')
      .leftJoin('menus as above', 'above.id', 'm.parent_id')
      .where('m.component_path', '=', page)
      .select(['m.id', 't.merchant_no', 'above.url_name as above', 'm.url_name', 'm.title'])
      .orderBy('t.merchant_no')
      .execute();
  const takeAway = (id: string, permission: string) =>
    world.db.kysely
      .deleteFrom('role_permissions')
      .where('role_id', '=', id)
      .where('permission', '=', permission)
      .execute();
  const logged = async (action: string, recordId: string) =>
    world.db.kysely
      .selectFrom('audit_logs')
      .where('action', '=', action)
      .where('record_id', '=', recordId)
      .select(['actor_id', 'actor_name', 'before', 'after'])
      .orderBy('seq')
      .execute();

  it('adds an entry to the menus of the named tenants, and the entry above it where it is missing', async () => {
    const { name } = await fresh();
    expect(await change({ [name]: { tenants: ['M1'], menu: { under: CRM }, label: { en: 'Things' } } })).toEqual([]);
    const [entry] = await entries(name);
    expect(await entries(name)).toMatchObject([
      { merchant_no: 'M1', above: '/crm', url_name: name, title: { en: 'Things' } },
    ]);
    expect(await logged('menus.create', entry?.id ?? '')).toMatchObject([
      { actor_id: null, actor_name: `${name}.json` },
    ]);
    expect(await verifyChain(world.db, world.actor.merchantId)).toBeNull();
    await change({ [name]: { tenants: 'all', menu: { under: '/crm' } } });
    // The second merchant has no such entry.
    expect((await entries(name)).map(({ merchant_no }) => merchant_no)).toEqual(['M1']);
    await change({ [name]: { tenants: 'all', menu: { under: CRM } } });
    expect((await entries(name)).map(({ merchant_no }) => merchant_no)).toEqual(['M1', 'M2', 'P000001']);
    await change({});
    expect(await entries(name)).toEqual([]);
    const above = world.db.kysely.selectFrom('menus').where('url_name', '=', '/crm').selectAll();
    expect(await above.execute()).toEqual([]);
  });

  it('follows changes of title and place, but not in entries that the tenant has changed', async () => {
    const { name } = await fresh();
    await change({ [name]: { tenants: ['M1', 'M2'], menu: {}, label: { en: 'One' } } });
    const [first] = await entries(name);
    await world.db.kysely
      .updateTable('menus')
      .where('id', '=', first?.id ?? '')
      .set({ title: JSON.stringify({ en: 'Ours' }), revision: 2 })
      .execute();
    await change({ [name]: { tenants: ['M1', 'M2'], menu: { under: CRM }, label: { en: 'Two' } } });
    expect(await entries(name)).toMatchObject([
      { merchant_no: 'M1', above: null, title: { en: 'Ours' } },
      { merchant_no: 'M2', above: '/crm', title: { en: 'Two' } },
    ]);
    await change({});
  });

  it('moves two pages below one new entry', async () => {
    const [one, other] = [await fresh(), await fresh()];
    const both = (menu: object) =>
      change({ [one.name]: { tenants: ['M1'], menu }, [other.name]: { tenants: ['M1'], menu } });
    await both({});
    expect(await both({ under: CRM })).toEqual([]);
    for (const { name } of [one, other]) expect(await entries(name)).toMatchObject([{ above: '/crm' }]);
    const above = world.db.kysely.selectFrom('menus').where('url_name', '=', '/crm').select('id');
    expect(await above.execute()).toHaveLength(1);
    await change({});
  });

  it("doesn't bring back an entry that the tenant has deleted, nor doubles or removes one of its own", async () => {
    const { name } = await fresh();
    const wanted = { [name]: { tenants: ['M1'], menu: {} } };
    await change(wanted);
    await world.db.kysely.deleteFrom('menus').where('component_path', '=', name).execute();
    await change({ [name]: { ...wanted[name], menu: { icon: 'people' } } });
    await createRollOut(world).follow(state());
    await change({ [name]: {} });
    await change(wanted);
    expect(await entries(name)).toEqual([]);

    const { name: other } = await fresh();
    await change({ [name]: { tenants: ['M1'], menu: {} } });
    const template = await world.db.kysely.selectFrom('menus').selectAll().limit(1).executeTakeFirstOrThrow();
    const own = { ...template, merchant_id: world.actor.merchantId, id: randomUUID(), component_path: other };
    await insertRows(world.db.kysely, 'menus', [{ ...own, parent_id: null, url_name: `/own-${other}` }]);
    await change({ [other]: { tenants: ['M1'], menu: { under: CRM } } });
    expect(await entries(other)).toMatchObject([{ url_name: `/own-${other}` }]);
    await change({});
    expect(await entries(other)).toMatchObject([{ url_name: `/own-${other}` }]);
  });

  it('gives a permission to a role once, so that it stays away if the tenant takes it away', async () => {
    const { name, roleName, id } = await fresh();
    const wanted = { [name]: { tenants: ['M1'], grants: { [roleName.toUpperCase()]: ['list', 'show'] } } };
    await change(wanted);
    expect(await granted(id)).toEqual([`${name}.list`, `${name}.show`]);
    expect(await logged('roles.permissions', id)).toMatchObject([
      {
        actor_id: null,
        actor_name: `${name}.json`,
        before: { permissions: [] },
        after: { permissions: [`${name}.list`, `${name}.show`] },
      },
    ]);
    await takeAway(id, `${name}.show`);
    await createRollOut(world).follow(state());
    await change({ [name]: { ...wanted[name], menu: {} } });
    expect(await granted(id)).toEqual([`${name}.list`]);
    await change({ [name]: { tenants: ['M1'] } });
    expect(await granted(id)).toEqual([]);
    await change(wanted);
    expect(await granted(id)).toEqual([`${name}.list`]);
    await change({ [name]: {} });
  });

  it('takes back only what it gave, when the file no longer grants it or is for other tenants', async () => {
    const { name, roleName } = await fresh();
    const id = await role(`Other ${roleName}`, world.actor, `${name}.list`);
    const grants = { [`Other ${roleName}`]: ['list', 'show'] };
    await change({ [name]: { tenants: 'all', grants } });
    expect(await granted(id)).toEqual([`${name}.list`, `${name}.show`]);
    await change({ [name]: { tenants: ['M2'], grants } });
    expect(await granted(id)).toEqual([`${name}.list`]);
  });

  it('keeps grants while the file is missing or was never valid, without a menu entry if it is missing', async () => {
    const { name, roleName, id } = await fresh();
    const wanted = { [name]: { tenants: ['M1'], menu: {}, grants: { [roleName]: ['list'] } } };
    await change(wanted);
    await change({ [name]: undefined });
    expect([(await entries(name)).length, await granted(id)]).toEqual([1, [`${name}.list`]]);
    await change({});
    expect([(await entries(name)).length, await granted(id)]).toEqual([0, [`${name}.list`]]);
    const { merchantId } = world.actor;
    expect((await planRollOut(world.db.kysely, state(), world.clock.now())).find((one) => one.name === name)).toEqual({
      name,
      steps: [{ change: 'keep', permission: `${name}.list`, merchants: ['M1'] }],
    });
    await change(wanted);
    expect([(await entries(name)).length, await granted(id)]).toEqual([1, [`${name}.list`]]);
    await change({});
    await change({ [name]: {} });
    expect(await granted(id)).toEqual([]);
    expect(await verifyChain(world.db, merchantId)).toBeNull();
  });

  it("leaves roles alone that are made later, and reports what isn't possible", async () => {
    const { name } = await fresh();
    const grants = { Nobody: ['list'] };
    const found = await change({ [name]: { tenants: ['M1', 'M999'], menu: { under: '/none' }, grants } });
    expect(found).toEqual([
      { name, id: 'S213', path: ['tenants', 1], args: { number: 'M999' } },
      { name, id: 'S214', path: ['grants', 'Nobody'], args: { role: 'Nobody' } },
      { name, id: 'S215', path: ['menu'], args: { rows: 1, under: '/none', number: 'M1' } },
    ]);
    const id = await role('Nobody');
    expect(await createRollOut(world).follow(state())).toEqual(found);
    expect(await granted(id)).toEqual([]);
  });

  it('says before what it would do, and then has nothing left', async () => {
    const { name, roleName, id } = await fresh();
    folder = { [name]: { tenants: ['M1', 'M2'], menu: { under: CRM }, grants: { [roleName]: ['list', 'show'] } } };
    const planned = await planRollOut(world.db.kysely, state(), world.clock.now());
    expect(planned.find((one) => one.name === name)?.steps).toEqual([
      { change: 'show', address: '/crm', merchants: ['M1', 'M2'] },
      { change: 'show', address: `/crm/${name}`, merchants: ['M1', 'M2'] },
      { change: 'grant', role: roleName, permission: `${name}.list`, merchants: ['M1'] },
      { change: 'grant', role: roleName, permission: `${name}.show`, merchants: ['M1'] },
      { change: 'absent', role: roleName, merchants: ['M2'] },
    ]);
    expect(await granted(id)).toEqual([]);
    await rollOut.follow(state());
    expect(
      (await planRollOut(world.db.kysely, state(), world.clock.now())).find((one) => one.name === name),
    ).toBeUndefined();
    await change({});
  });

  it('gives a new tenant its pages in the transaction that creates it', async () => {
    const { name } = await fresh();
    await change({ [name]: { tenants: ['merchant'], menu: {} } });
    const { merchant_id: _, ...template } = await world.db.kysely
      .selectFrom('merchants')
      .where('merchant_no', '=', 'M1')
      .selectAll()
      .executeTakeFirstOrThrow();
    const merchantId = randomUUID();
    await world.db.transaction(async (tx) => {
      await insertRows(tx, 'merchants', [{ ...template, merchant_id: merchantId, merchant_no: 'M777' }]);
      await createTenantAccess(tx, { merchantId, type: 'merchant', at: world.clock.now(), newId: () => randomUUID() });
      await rollOut.begin(tx, { merchantId, merchantNo: 'M777', type: 'merchant' });
    });
    expect((await entries(name)).map(({ merchant_no }) => merchant_no)).toContain('M777');
    await change({});
  });

  it.runIf(kind === 'postgres')('is done once by several servers at once', async () => {
    const { name, roleName, id } = await fresh();
    folder = { [name]: { tenants: 'all', menu: { under: CRM }, grants: { [roleName]: ['list'] } } };
    const others: Db[] = await Promise.all([1, 2, 3].map(() => connect({ ...world.options, clock: world.clock })));
    try {
      const servers = [world.db, ...others].map((db) => createRollOut({ db, clock: world.clock }));
      await Promise.all(servers.map((server) => server.follow(state())));
    } finally {
      await Promise.all(others.map((db) => db.close()));
    }
    expect((await entries(name)).map(({ merchant_no }) => merchant_no)).toEqual(['M1', 'M2', 'M777', 'P000001']);
    expect(await granted(id)).toEqual([`${name}.list`]);
    expect(await logged('roles.permissions', id)).toHaveLength(1);
    expect(await verifyChain(world.db, world.actor.merchantId)).toBeNull();
  });
});
