import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';
import { giveRole, roleCalls } from './roleCalls.ts';

/** The permissions of a user who manages roles and otherwise only views orders. */
const KEEPER = ['list', 'show', 'create', 'edit', 'delete'].map((name) => `roles.${name}`);
const HELD = [...KEEPER, 'orders.list', 'orders.show', 'orders.export'];

describe('roles', () => {
  let world: World;
  let owner: ReturnType<typeof roleCalls>;
  let foreign: ReturnType<typeof roleCalls>;
  let keeper: ReturnType<typeof roleCalls>;
  let keeperRole: string;
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20 });
    owner = roleCalls(world, (await world.signIn('demo')).login_token);
    foreign = roleCalls(world, (await world.signIn('tokyo')).login_token);
    const { id, revision } = await owner.made('Keeper');
    keeperRole = id;
    await owner.save(id, revision, HELD);
    await giveRole(world, 'viewer', id);
    keeper = roleCalls(world, (await world.signIn('viewer')).login_token);
  });
  afterAll(() => world.close());

  const audited = async (id: string) => {
    const { rows } = await sql<{ action: string; before: unknown; after: unknown }>`
      select action, before, after from audit_logs where record_id = ${id} order by seq`.execute(world.db.kysely);
    return rows;
  };

  describe('their names', () => {
    it('are trimmed, and unique in a tenant, ignoring case', async () => {
      const made = await owner.create({ name: '  Night shift ', description: ' After ten ' });
      expect(made).toMatchObject({ status: 201, data: { name: 'Night shift', description: 'After ten' } });
      for (const name of ['night SHIFT', 'Ｎight shift', 'owner']) {
        expect(await owner.create({ name })).toMatchObject({
          status: 422,
          errors: { name: 'A role with this name already exists.' },
        });
      }
      expect(await foreign.create({ name: 'Night shift' })).toMatchObject({ status: 201 });
      expect(await owner.create({ name: '   ' })).toMatchObject({ status: 422 });
    });

    it('can be changed from their current revision, which is logged', async () => {
      const { id, revision } = await owner.made('Day shift');
      expect(await owner.edit(id, { name: 'DAY shift', revision })).toMatchObject({ status: 200 });
      expect(await owner.edit(id, { description: 'Until six', revision })).toMatchObject({ status: 409 });
      expect(await audited(id)).toMatchObject([
        { action: 'roles.create' },
        { action: 'roles.edit', before: { name: 'Day shift' }, after: { name: 'DAY shift' } },
      ]);
    });
  });

  it("of an owner can't be changed, deleted or reduced", async () => {
    const { id, revision } = await owner.named('Owner');
    expect(await owner.edit(id, { name: 'Boss' })).toMatchObject({ status: 409, error: 'owner_role' });
    expect(await owner.remove(id)).toMatchObject({ status: 409, error: 'owner_role' });
    expect(await owner.save(id, revision, ['orders.list'])).toMatchObject({ status: 409, error: 'owner_role' });
  });

  it('can be deleted only if no user has them', async () => {
    expect(await owner.remove(keeperRole)).toMatchObject({ status: 409, msg: expect.stringContaining('1 user has') });
    const { id, revision } = await owner.made('Short-lived');
    await owner.save(id, revision, ['orders.list']);
    expect(await owner.remove(id)).toMatchObject({ status: 200 });
    expect(await owner.send('GET', `roles/${id}`)).toMatchObject({ status: 404 });
  });

  it('list their users', async () => {
    const { rows } = await sql<{ name: string }>`
      select real_name as name from users where username = 'viewer'`.execute(world.db.kysely);
    expect(await owner.show(keeperRole)).toMatchObject({ users: rows[0]?.name, user_count: 1 });
  });

  it('of another tenant are not found', async () => {
    const { id } = await foreign.named('Owner');
    const none = '00000000-0000-7000-8000-00000000abcd';
    for (const strange of [id, none, 'x']) {
      const answers = [
        await owner.edit(strange, { name: 'Mine' }),
        await owner.remove(strange),
        await owner.copy(strange, { name: 'Mine' }),
        await owner.send('GET', `role-permissions?role_id=${strange}`),
        await owner.save(strange, 1, []),
        await owner.preview(strange),
      ];
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    }
  });

  describe('copies', () => {
    it('grant what the role does, and are rejected for users who hold less', async () => {
      const copied = await owner.copy(keeperRole, { name: 'Keeper 2' });
      expect(copied).toMatchObject({ status: 200, data: { name: 'Keeper 2', user_count: 0 } });
      const { id } = await owner.named('Keeper 2');
      expect((await owner.grants(id)).granted).toEqual([...HELD].toSorted());
      expect(await keeper.copy(keeperRole, { name: 'Keeper 3' })).toMatchObject({ status: 200 });
      const { id: more } = await owner.named('Reviewer');
      expect(await keeper.copy(more, { name: 'Keeper 4' })).toMatchObject({ status: 403, error: 'grant_exceeds' });
      expect(await keeper.copy((await owner.named('Owner')).id, { name: 'Boss' })).toMatchObject({ status: 403 });
      expect((await owner.list()).map(({ name }) => name)).not.toContain('Keeper 4');
    });
  });

  describe('permissions', () => {
    it('are listed once each, and are all that the owner role grants', async () => {
      const { granted, held, groups } = await owner.grants((await owner.named('Owner')).id);
      const keys = groups.flatMap(({ permissions }) => permissions.map(({ key }) => key));
      expect(new Set(keys).size).toBe(keys.length);
      expect(keys.toSorted()).toEqual(granted.toSorted());
      expect(held.toSorted()).toEqual(granted.toSorted());
      expect(keys).toContain('batch_transfers.submit');
      expect(keys).not.toContain('adjustments.list');
    });

    it('include the permissions that they require', async () => {
      const { id, revision } = await owner.made('Exporter');
      const saved = await owner.save(id, revision, ['orders.export', 'bankcards.disable', 'batch_transfers.submit']);
      expect(saved).toMatchObject({ status: 200, data: { role: { revision: revision + 1 } } });
      expect((await owner.grants(id)).granted).toEqual([
        'bankcards.disable',
        'bankcards.list',
        'bankcards.show',
        'batch_transfers.list',
        'batch_transfers.show',
        'batch_transfers.submit',
        'orders.export',
        'orders.list',
      ]);
      expect((await audited(id)).at(-1)).toMatchObject({
        action: 'roles.permissions',
        before: { permissions: [] },
        after: { permissions: expect.arrayContaining(['orders.export']) },
      });
    });

    it("that don't exist, or not for this type of tenant, are rejected by name", async () => {
      const { id, revision } = await owner.made('Strange');
      const refused = await owner.save(id, revision, ['orders.list', 'orders.fly', 'adjustments.list']);
      expect(refused).toMatchObject({
        status: 422,
        errors: { permissions: expect.stringContaining('orders.fly, adjustments.list') },
      });
      expect((await owner.grants(id)).granted).toEqual([]);
    });

    it('that no longer exist can be kept or removed, but not added again', async () => {
      const { id, revision } = await owner.made('Old');
      await sql`insert into role_permissions (merchant_id, role_id, permission)
        select merchant_id, id, 'gone.list' from roles where id = ${id}`.execute(world.db.kysely);
      expect(await owner.save(id, revision, ['gone.list', 'orders.list'])).toMatchObject({ status: 200 });
      expect(await owner.save(id, revision + 1, ['orders.list'])).toMatchObject({ status: 200 });
      expect(await owner.save(id, revision + 2, ['gone.list'])).toMatchObject({ status: 422 });
    });

    it("can't be granted or removed by users who lack them; five are named", async () => {
      const { id, revision } = await owner.made('Target');
      await owner.save(id, revision, ['payouts.list', 'orders.list']);
      const next = revision + 1;
      const all = ['payouts.list', 'orders.list'];
      expect(await keeper.save(id, next, [...all, 'orders.export'])).toMatchObject({ status: 200 });
      const six = ['bankcards', 'channels', 'deposits', 'ledgers', 'menus', 'users'].map((name) => `${name}.list`);
      expect(await keeper.save(id, next + 1, [...all, ...six])).toMatchObject({
        status: 403,
        error: 'grant_exceeds',
        msg: expect.stringMatching(/Bank cards: View list(, [^:]+: View list){4}, …/),
      });
      expect(await keeper.save(id, next + 1, ['orders.list'])).toMatchObject({ status: 403, error: 'revoke_exceeds' });
    });

    it("can't be added to the user's own role, but removed from it", async () => {
      const { role } = await keeper.grants(keeperRole);
      const less = HELD.filter((key) => key !== 'orders.export');
      expect(await keeper.save(keeperRole, role.revision, less)).toMatchObject({ status: 200 });
      const more = await keeper.save(keeperRole, role.revision + 1, HELD);
      expect(more).toMatchObject({ status: 403 });
      expect((await keeper.grants(keeperRole)).is_own).toBe(true);
      expect(await owner.save(keeperRole, role.revision + 1, HELD)).toMatchObject({ status: 200 });
    });

    it('apply to the next request of all users with the role', async () => {
      const { role, granted } = await owner.grants(keeperRole);
      const orders = () => keeper.send('GET', 'orders?range=[0,9]');
      expect(await orders()).toMatchObject({ status: 200 });
      const without = granted.filter((key) => !key.startsWith('orders.'));
      await owner.save(keeperRole, role.revision, without);
      expect(await orders()).toMatchObject({ status: 403 });
      await owner.save(keeperRole, role.revision + 1, granted);
      expect(await orders()).toMatchObject({ status: 200 });
    });

    it('are saved by one of two concurrent calls, and the other gets the current ones', async () => {
      const { id, revision } = await owner.made('Raced');
      const wanted = [['orders.list'], ['payouts.list']];
      const answers = await Promise.all(wanted.map((permissions) => owner.save(id, revision, permissions)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
      const { granted } = await owner.grants(id);
      expect(wanted).toContainEqual(granted);
      const late = answers.find(({ status }) => status === 409);
      expect(late?.data).toMatchObject({ current: { permissions: granted, revision: revision + 1 } });
    });
  });

  describe('in a preview', () => {
    const info = async (who: typeof owner) => (await who.send('GET', 'vue-element-admin/user/info')).data;

    it('show what their users see, and allow no changes', async () => {
      const token = (await world.signIn('demo')).login_token;
      const looking = roleCalls(world, token);
      expect(await looking.preview(keeperRole)).toMatchObject({ status: 200 });
      expect(await info(looking)).toMatchObject({ preview: { role_id: keeperRole, role_name: 'Keeper' } });
      const { data } = await looking.send('GET', 'menu-tree');
      expect(JSON.stringify(data)).toContain('"orders.list"');
      expect(JSON.stringify(data)).not.toContain('payouts');
      expect(await looking.send('GET', 'payouts?range=[0,9]')).toMatchObject({ status: 403, error: 'forbidden' });
      const changes = [
        await looking.create({ name: 'In disguise' }),
        await looking.edit(keeperRole, { name: 'In disguise' }),
        await looking.remove(keeperRole),
        await looking.save(keeperRole, 1, []),
        await looking.copy(keeperRole, { name: 'In disguise' }),
        await looking.preview((await owner.named('Owner')).id),
      ];
      expect(changes.map(({ error }) => error)).toEqual(changes.map(() => 'preview_read_only'));
      expect(await owner.create({ name: 'As oneself, elsewhere' })).toMatchObject({ status: 201 });

      expect(await looking.endPreview()).toMatchObject({ status: 200 });
      expect(await info(looking)).toMatchObject({ preview: null });
      expect(await looking.send('GET', 'payouts?range=[0,9]')).toMatchObject({ status: 200 });
      expect((await audited(keeperRole)).at(-1)).toMatchObject({ action: 'roles.preview', after: { name: 'Keeper' } });
    });

    it('are only those that grant no more than the user holds, and never grant more', async () => {
      const { id } = await owner.named('Reviewer');
      expect(await keeper.preview(id)).toMatchObject({ status: 403, error: 'preview_exceeds' });
      const { id: small, revision } = await owner.made('Small');
      await owner.save(small, revision, ['orders.list']);
      expect(await keeper.preview(small)).toMatchObject({ status: 200 });
      await owner.save(small, revision + 1, ['orders.list', 'payouts.list']);
      expect(await keeper.send('GET', 'orders?range=[0,9]')).toMatchObject({ status: 200 });
      expect(await keeper.send('GET', 'payouts?range=[0,9]')).toMatchObject({ status: 403 });
      await owner.remove(small);
      expect(await keeper.send('GET', 'orders?range=[0,9]')).toMatchObject({ status: 403 });
      expect(await info(keeper)).toMatchObject({ preview: { role_id: small, role_name: null } });
      expect(await keeper.send('POST', 'logout')).toMatchObject({ status: 200 });
    });
  });
});
