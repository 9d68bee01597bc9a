import { subDays } from 'date-fns/subDays';
import type { OpenedSigningKeys } from './signingKeysWorld.ts';

/** Gives users of the merchant rights about keys, for tests that need a second person. */
export function secondPerson(at: OpenedSigningKeys) {
  const kysely = () => at.world.db.kysely;

  async function grant(username: string, permissions: readonly string[]) {
    const user = await kysely()
      .selectFrom('users')
      .where('username', '=', username)
      .select('id')
      .executeTakeFirstOrThrow();
    const role = await kysely()
      .selectFrom('user_roles')
      .where('user_id', '=', user.id)
      .select('role_id')
      .executeTakeFirstOrThrow();
    const rows = permissions.map((permission) => ({
      merchant_id: at.world.ofMerchant,
      role_id: role.role_id,
      permission,
    }));
    await kysely().insertInto('role_permissions').values(rows).execute();
    await letUseFrom(user.id, subDays(at.world.clock.now(), 1));
    return async () => {
      await kysely()
        .deleteFrom('role_permissions')
        .where('role_id', '=', role.role_id)
        .where('permission', 'in', permissions)
        .execute();
    };
  }
  /** Lets a user manage keys and approve from a time. */
  async function letUseFrom(user_id: string, usable_at: Date) {
    const merchant_id = at.world.ofMerchant;
    const powers = (['keys', 'approve'] as const).map((power) => ({ merchant_id, user_id, power, gained_at: usable_at, usable_at })); // prettier-ignore
    await kysely().deleteFrom('user_powers').where('user_id', '=', user_id).execute();
    await kysely().insertInto('user_powers').values(powers).execute();
  }

  return { grant, letUseFrom };
}
