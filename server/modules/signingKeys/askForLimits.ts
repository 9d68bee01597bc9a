import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { lockTenant } from '#server/db/tenants.ts';
import { notify } from '../notifications/service.ts';

/**
 * Notifies the owners of each merchant, once, that it has keys that pay without a limit, from before there were limits.
 * Runs hourly.
 */
export async function askForLimits(db: Db, now: Date): Promise<void> {
  const { rows } = await sql<{ merchant_id: string }>`
    select w.merchant_id from merchants m join wallets w on w.merchant_id = m.merchant_id and w.currency = m.currency
    where m.type = 'merchant' and m.status = 'active' and m.key_limits_asked_at is null and (
      exists (select from merchant_keys k
        where k.merchant_id = w.merchant_id and k.ends_at is null and k.per_call_limit is null)
      or exists (select from signing_keys k
        where k.merchant_id = w.merchant_id and k.may_pay and k.per_call_limit is null
          and (k.ends_at is null or k.ends_at > ${now})))`.execute(db.kysely);
  for (const { merchant_id } of rows) await ask(db, merchant_id, now);
}

async function ask(db: Db, merchantId: string, at: Date): Promise<void> {
  await db.transaction(async (tx) => {
    // Of several servers, one asks.
    await lockTenant(tx, merchantId);
    const asked = await tx
      .updateTable('merchants')
      .set({ key_limits_asked_at: at })
      .where('merchant_id', '=', merchantId)
      .where('key_limits_asked_at', 'is', null)
      .returning('merchant_id')
      .executeTakeFirst();
    if (!asked) return;
    const owners = await tx
      .selectFrom('user_roles as ur')
      .innerJoin('roles as r', (join) =>
        join.onRef('r.merchant_id', '=', 'ur.merchant_id').onRef('r.id', '=', 'ur.role_id'),
      )
      .where('ur.merchant_id', '=', merchantId)
      .where('r.is_owner', '=', true)
      .select('ur.user_id')
      .execute();
    const userIds = owners.map(({ user_id }) => user_id);
    const data = { resource: 'signing_keys' };
    await notify(tx, { merchantId, kind: 'key_without_limit', data, at, userIds });
  });
}
