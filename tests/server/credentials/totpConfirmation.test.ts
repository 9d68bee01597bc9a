import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ValidationError } from '#server/errors.ts';
import { createRecoveryCodes } from '#server/credentials/recoveryCodes.ts';
import { createTotpConfirmation } from '#server/credentials/totpConfirmation.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

const AT_ONCE = 12;

describe('a confirmation by authenticator code', () => {
  let world: World;
  let user: { merchantId: string; userId: string };
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20 });
    user = await world.db.kysely
      .selectFrom('users')
      .where('username', '=', 'demo')
      .select(['merchant_id as merchantId', 'id as userId'])
      .executeTakeFirstOrThrow();
  });
  afterAll(() => world.close());

  /** Makes concurrent attempts. Returns the error key of each, or null if it succeeded. */
  async function atOnce(confirm: () => Promise<void>): Promise<(string | null)[]> {
    const keyOf = async () => {
      try {
        await confirm();
        return null;
      } catch (error) {
        if (error instanceof ValidationError) return error.fields['totp_code']?.key ?? '';
        throw error;
      }
    };
    return Promise.all(Array.from({ length: AT_ONCE }, keyOf));
  }

  const ONCE = [null, ...Array.from({ length: AT_ONCE - 1 }, () => 'totp_used')];
  const sorted = (keys: (string | null)[]) => keys.toSorted((a, b) => (a ?? '').localeCompare(b ?? ''));

  it('accepts a right code once; its concurrent repetitions are not failures', async () => {
    const confirmation = createTotpConfirmation(world);
    const code = await world.totpCode();
    const { merchantId, userId } = user;
    expect(sorted(await atOnce(() => confirmation.check(merchantId, userId, code)))).toEqual(ONCE);
    world.clock.advance(30);
    await confirmation.check(merchantId, userId, await world.totpCode());
  });

  it('accepts a recovery code once, likewise', async () => {
    const confirmation = createTotpConfirmation(world);
    const recovery = createRecoveryCodes(world);
    const [code = ''] = await world.db.transaction((tx) => recovery.renew(tx, user));
    const means = {
      stateOf: () => recovery.stateOf(world.db.kysely, user, code),
      use: () => world.db.transaction(async (tx) => (await recovery.use(tx, user, code)) !== null),
    };
    expect(sorted(await atOnce(() => confirmation.checkEither(user, code, means)))).toEqual(ONCE);
    expect(await recovery.left(world.db.kysely, user)).toBe(9);
  });

  it('locks after five concurrent failures', async () => {
    const confirmation = createTotpConfirmation(world);
    const { merchantId, userId } = user;
    const keys = await atOnce(() => confirmation.check(merchantId, userId, '000000'));
    expect(keys.filter((key) => key === 'totp_wrong')).toHaveLength(4);
    expect(keys.filter((key) => key === 'totp_locked')).toHaveLength(AT_ONCE - 4);
  });
});
