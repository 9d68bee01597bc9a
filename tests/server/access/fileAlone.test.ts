import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { suppliers } from '#tests/support/suppliers.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

const createdSchema = z.object({ data: z.object({ id: z.string(), revision: z.number() }) });
const groupsSchema = z.object({ data: z.object({ groups: z.array(z.object({ resource: z.string() })) }) });

describe('a declaration without a menu entry', () => {
  let world: World;
  let owner: string;
  let viewer: string;
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20, resources: { suppliers }, inMenus: false });
    owner = (await world.signIn('demo')).login_token;
    viewer = (await world.signIn('viewer')).login_token;
  });
  afterAll(() => world.close());

  const status = async (token: string, url = '/prod-api/suppliers') => (await world.call({ url, token })).statusCode;

  async function viewerRole(): Promise<{ merchant_id: string; id: string }> {
    const roles = world.db.kysely.selectFrom('roles').where('name', '=', 'Viewer').select(['merchant_id', 'id']);
    return roles.executeTakeFirstOrThrow();
  }

  async function groups(): Promise<string[]> {
    const { id } = await viewerRole();
    const answer = await world.call({ url: `/prod-api/role-permissions?role_id=${id}`, token: owner });
    return groupsSchema.parse(answer.json()).data.groups.map(({ resource }) => resource);
  }

  it('gives nobody a right, owners included, and takes none away', async () => {
    expect(await status(owner)).toBe(403);
    expect(await status(viewer)).toBe(403);
    expect(await groups()).not.toContain('suppliers');
    expect(await status(owner, '/prod-api/orders')).toBe(200);
    expect(await status(viewer, '/prod-api/orders')).toBe(200);
  });

  it('gives owners its permissions by an entry, others only by a role, and nobody without the entry again', async () => {
    const entry = { url_name: '/suppliers', component_path: 'suppliers', title_en: 'Suppliers', is_hidden: true };
    const made = await world.call({ method: 'POST', url: '/prod-api/menus', token: owner, payload: entry });
    expect(made.statusCode).toBe(201);
    expect(await status(owner)).toBe(200);
    expect(await status(viewer)).toBe(403);
    expect(await groups()).toContain('suppliers');

    const { merchant_id, id: role_id } = await viewerRole();
    const granted = { merchant_id, role_id, permission: 'suppliers.list' };
    await world.db.kysely.insertInto('role_permissions').values(granted).execute();
    expect(await status(viewer)).toBe(200);

    const { id, revision } = createdSchema.parse(made.json()).data;
    const url = `/prod-api/menus/${id}?revision=${revision}`;
    expect((await world.call({ method: 'DELETE', url, token: owner })).statusCode).toBe(200);
    expect([await status(owner), await status(viewer)]).toEqual([403, 403]);
  });
});
