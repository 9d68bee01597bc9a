import { randomUUID } from 'node:crypto';
import { insertRows } from '#server/db/rows.ts';
import type { World } from './world.ts';

/** Adds a declared resource to one tenant's menu, at the address `/<name>`. */
export async function addMenuPage(
  { db, clock }: World,
  merchantNo: string,
  name: string,
  title: string,
): Promise<void> {
  const { merchant_id: merchantId } = await db.kysely
    .selectFrom('merchants')
    .where('merchant_no', '=', merchantNo)
    .select('merchant_id')
    .executeTakeFirstOrThrow();
  const at = clock.now();
  const page = { url_name: name, component_path: name, title, icon: null, redirect: null };
  await insertRows(db.kysely, 'menus', [
    {
      merchant_id: merchantId,
      id: randomUUID(),
      parent_id: null,
      position: 100,
      is_hidden: false,
      revision: 1,
      ...page,
      created_at: at,
      updated_at: at,
    },
  ]);
}
