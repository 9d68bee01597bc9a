import { sql } from 'kysely';
import type { Home, SetupStep } from '#shared/contract/home.ts';
import type { Db } from '#server/db/connect.ts';

/** Who is told of a step: whoever may take it. */
const PERMISSIONS: Record<SetupStep, string> = {
  base_info: 'base_info.edit',
  signing_key: 'base_info.regenerate_key',
  bankcard: 'bankcards.create',
  colleague: 'users.create',
  order: 'base_info.show',
};

/** What a merchant that has never had an order is to do, as far as the user may; undefined for any other. */
export async function setupOf(db: Db, merchantId: string, permissions: ReadonlySet<string>): Promise<Home['setup']> {
  const { rows } = await sql<Record<SetupStep, boolean>>`
    select
      m.contact_name is not null and m.phone is not null and m.email is not null as base_info,
      exists (select from merchant_keys k where k.merchant_id = m.merchant_id and k.ends_at is null) as signing_key,
      exists (select from bankcards c where c.merchant_id = m.merchant_id) as bankcard,
      (select count(*) from (select from users u where u.merchant_id = m.merchant_id limit 2) two) > 1 as colleague,
      exists (select from orders o where o.merchant_id = m.merchant_id) as order
    from merchants m where m.merchant_id = ${merchantId}`.execute(db.kysely);
  const [done] = rows;
  if (!done || done.order) return undefined;
  const steps: readonly SetupStep[] = ['base_info', 'signing_key', 'bankcard', 'colleague', 'order'];
  return steps.filter((step) => permissions.has(PERMISSIONS[step])).map((step) => ({ step, is_done: done[step] }));
}
