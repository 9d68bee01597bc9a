import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ValidationError, type Message } from '#server/errors.ts';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { createPayPasswords, type PayPasswords } from '#server/credentials/checkOwnPassword.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

describe('the payment password', () => {
  let world: World;
  let payPasswords: PayPasswords;
  let users: Record<string, { merchant_id: string; id: string }>;
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20 });
    payPasswords = createPayPasswords(world);
    const rows = await world.db.kysely.selectFrom('users').select(['merchant_id', 'id', 'username']).execute();
    users = Object.fromEntries(rows.map(({ username, ...user }) => [username, user]));
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    await world.db.kysely.deleteFrom('pay_password_attempts').execute();
  });

  /** The error message for a password, or null if it is right. */
  async function check(password: unknown, username = 'demo'): Promise<Message | null> {
    const user = users[username];
    try {
      await payPasswords.check(user?.merchant_id ?? '', user?.id ?? '', password);
      return null;
    } catch (error) {
      if (error instanceof ValidationError) return error.fields['pay_password'] ?? null;
      throw error;
    }
  }
  const wrong = (left: number): Message => ({ key: 'pay_password_wrong', args: { left } });
  const locked = (minutes: number): Message => ({
    key: 'pay_password_locked',
    args: { minutes, smart_count: minutes },
  });

  it('reports the remaining attempts, and locks for half an hour after five failures', async () => {
    for (const left of [4, 3, 2, 1]) expect(await check('000000')).toEqual(wrong(left));
    expect(await check('000000')).toEqual(locked(30));
    world.clock.advance(29 * 60);
    expect(await check(DEMO_PAY_PASSWORD)).toEqual(locked(1));
    world.clock.advance(60);
    expect(await check(DEMO_PAY_PASSWORD)).toBeNull();
  });

  it('may be right at the fifth attempt, which resets the failures', async () => {
    for (const left of [4, 3, 2, 1]) expect(await check('000000')).toEqual(wrong(left));
    expect(await check(DEMO_PAY_PASSWORD)).toBeNull();
    expect(await check('000000')).toEqual(wrong(4));
  });

  it('is locked for one user only', async () => {
    for (let tries = 0; tries < 5; tries += 1) await check('000000');
    expect(await check(DEMO_PAY_PASSWORD, 'checker')).toBeNull();
  });

  it("can't be guessed faster by concurrent attempts", async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => check('000000')));
    const keys = answers.map((answer) => answer?.key);
    expect(keys.filter((key) => key === 'pay_password_wrong')).toHaveLength(4);
    expect(keys.filter((key) => key === 'pay_password_locked')).toHaveLength(8);
    expect(await check(DEMO_PAY_PASSWORD)).toMatchObject({ key: 'pay_password_locked' });
  });

  it("that is missing doesn't count as an attempt", async () => {
    for (const missing of [undefined, null, '', 5]) expect(await check(missing)).toEqual({ key: 'required' });
    expect(await check('000000')).toEqual(wrong(4));
  });

  it('must be set', async () => {
    await world.db.kysely
      .updateTable('users')
      .set({ pay_password_hash: null })
      .where('username', '=', 'tokyo')
      .execute();
    expect(await check('000000', 'tokyo')).toEqual({ key: 'pay_password_not_set' });
  });
});
