import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { type TasksWorld, tasksWorld } from './tasksWorld.ts';

const ofChecker = (permission: string) => sql`(merchant_id, role_id) in (
  select h.merchant_id, h.role_id from user_roles h join users u on u.merchant_id = h.merchant_id and u.id = h.user_id
  where u.username = 'checker') and permission = ${permission}`;

/** Changes that take rights from `checker`, and how to undo them. */
const LOSSES: [name: string, lose: RawBuilder<unknown>, undo: RawBuilder<unknown>][] = [
  [
    'the permission is revoked',
    sql`update role_permissions set permission = 'kept.aside' where ${ofChecker('orders.export')}`,
    sql`update role_permissions set permission = 'orders.export' where ${ofChecker('kept.aside')}`,
  ],
  [
    'the user is disabled',
    sql`update users set status = 'disabled' where username = 'checker'`,
    sql`update users set status = 'enabled' where username = 'checker'`,
  ],
  [
    'the merchant is suspended',
    sql`update merchants set suspended_at = now() where merchant_no = 'M100001' and type = 'merchant'`,
    sql`update merchants set suspended_at = null where merchant_no = 'M100001' and type = 'merchant'`,
  ],
];

describe('the rights of an export in the background', () => {
  let world: TasksWorld;
  beforeAll(async () => {
    world = await tasksWorld(USUAL_DATABASE);
  });
  afterAll(() => world.close());

  it('are required to start it', async () => {
    const revoked = LOSSES[0];
    await revoked?.[1].execute(world.db.kysely);
    expect((await world.begin('checker')).statusCode).toBe(403);
    await revoked?.[2].execute(world.db.kysely);
    expect((await world.begin('checker')).statusCode).toBe(201);
    await world.tasks.step();
  });

  it.each(LOSSES)('are those at the time it runs: no file if %s', async (_, lose, undo) => {
    const { id } = await world.begun('checker');
    await lose.execute(world.db.kysely);
    await world.tasks.step();
    await undo.execute(world.db.kysely);
    expect(await world.get('checker', id)).toMatchObject({
      status: 'failed',
      file: null,
      error: 'You don’t have permission to do this.',
    });
    expect(await world.partsOf(id)).toBe(0);
    expect((await world.file('checker', id)).statusCode).toBe(404);
  });

  it.each(LOSSES)('are those at the time the file is downloaded: none if %s', async (_, lose, undo) => {
    const { id } = await world.begun('checker');
    await world.tasks.step();
    await lose.execute(world.db.kysely);
    expect([401, 403]).toContain((await world.file('checker', id)).statusCode);
    await undo.execute(world.db.kysely);
    expect((await world.file('checker', id)).statusCode).toBe(200);
  });

  it('include all that the user held when the file was created, because the file may show their data', async () => {
    const { id } = await world.begun('checker');
    await world.tasks.step();
    const names = 'channels.list';
    await sql`update role_permissions set permission = 'kept.aside' where ${ofChecker(names)}`.execute(world.db.kysely);
    const refused = await world.file('checker', id);
    expect([refused.statusCode, refused.json<{ data: { error: string } }>().data.error]).toEqual([403, 'task_rights_lost']); // prettier-ignore
    await sql`update role_permissions set permission = ${names} where ${ofChecker('kept.aside')}`.execute(
      world.db.kysely,
    );
  });

  it('keep test data and live data apart', async () => {
    const live = await world.begun('demo');
    const entered = await world.call({
      method: 'POST',
      url: '/prod-api/test-mode/enter',
      token: world.tokens.get('demo') ?? '',
    });
    world.tokens.set('demo', entered.json<{ data: { login_token: string } }>().data.login_token);
    expect(await world.list('demo')).toEqual([]);
    const test = await world.begun('demo');
    const users = await world.begun('demo', { resource: 'users' });
    while ((await world.tasks.step()) > 0) continue;
    const ofTest = await world.file('demo', test.id);
    expect([ofTest.headers['content-disposition'], ofTest.headers['x-total-rows']]).toEqual([
      expect.stringContaining('filename="TEST-orders-'),
      '0',
    ]);
    // Both sides share the users.
    const ofUsers = await world.file('demo', users.id);
    expect(ofUsers.headers['content-disposition']).toContain('filename="users-');
    expect((await world.file('demo', live.id)).statusCode).toBe(404);
  });
});
