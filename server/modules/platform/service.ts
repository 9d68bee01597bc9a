import { randomInt } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { createTenantAccess } from '#server/access/createTenantAccess.ts';
import { insertRows, inTenant } from '#server/db/rows.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import type { MerchantsTable, Tx } from '#server/db/schema.ts';

const LEAST = 10_000_000;

/** With a million merchants all attempts collide once in 10^38. */
const TRIES = 20;

type MerchantRow = Selectable<MerchantsTable>;

/** Columns of a new merchant, except number, status and times. */
type NewMerchant = Omit<
  MerchantRow,
  | 'merchant_id'
  | 'merchant_no'
  | 'type'
  | 'live_merchant_id'
  | 'test_merchant_id'
  | 'status'
  | 'suspended_at'
  | 'suspend_reason'
  | 'key_limits_asked_at'
  | 'revision'
  | 'last_login_at'
  | 'created_at'
  | 'updated_at'
>;

export interface InsertedMerchant {
  id: string;
  merchantNo: string;
  /** ID of its owner role. */
  ownerRole: string;
}

/**
 * The first holder of a merchant's owner role, and one who has set up a sign-in if any has: a link for another would
 * give its reader a merchant in use. Undefined if there is none.
 */
export async function ownerOf(tx: Tx, merchantId: string) {
  return tx
    .selectFrom('roles as r')
    .innerJoin('user_roles as ur', inTenant('ur.role_id', 'r.id'))
    .innerJoin('users as u', inTenant('u.id', 'ur.user_id'))
    .where('r.merchant_id', '=', merchantId)
    .where('r.is_owner', '=', true)
    .orderBy((eb) => eb('u.status', '=', 'invited'))
    .orderBy('u.created_at')
    .orderBy('u.id')
    .select(['u.id', 'u.username', 'u.status'])
    .executeTakeFirst();
}

/**
 * Inserts an active merchant with a new number, its ancestors, an owner role and a menu, but without wallet or
 * channels.
 */
export async function insertMerchant(tx: Tx, merchant: NewMerchant, now: Date): Promise<InsertedMerchant> {
  const newId = (at: Date) => uuidv7({ msecs: at.getTime() });
  const merchantId = newId(now);
  const merchantNo = await freeMerchantNo(tx);
  const own = { merchant_id: merchantId, merchant_no: merchantNo, type: 'merchant' as const };
  const sides = { live_merchant_id: null, test_merchant_id: null, suspended_at: null, suspend_reason: null };
  const notAsked = { key_limits_asked_at: null };
  const fresh = { status: 'active' as const, last_login_at: null, revision: 1, created_at: now, updated_at: now };
  await insertRows(tx, 'merchants', [{ ...merchant, ...own, ...sides, ...notAsked, ...fresh }]);
  const named = { kind: 'merchant_no' as const, name: merchantNo, tenant_id: merchantId, record_id: merchantId };
  await tx
    .insertInto('directory')
    .values({ merchant_id: PLATFORM_ID, ...named })
    .execute();
  await insertAncestry(tx, merchantId);
  const ownerRole = await createTenantAccess(tx, { merchantId, type: 'merchant', at: now, newId });
  return { id: merchantId, merchantNo, ownerRole };
}

/** A row for the merchant itself and for each ancestor. */
async function insertAncestry(tx: Tx, merchantId: string): Promise<void> {
  await sql`
    insert into merchant_descendants (merchant_id, descendant_id, depth)
    select ${merchantId}::uuid, ${merchantId}::uuid, 0
    union all
    select above.merchant_id, ${merchantId}::uuid, above.depth + 1
    from merchants m join merchant_descendants above on above.descendant_id = m.parent_id
    where m.merchant_id = ${merchantId}`.execute(tx);
}

/**
 * An unused number: `M` and eight random digits, which don't reveal the number of merchants. A concurrent duplicate is
 * rejected by the primary key.
 */
async function freeMerchantNo(tx: Tx): Promise<string> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const name = `M${randomInt(LEAST, LEAST * 10)}`;
    const taken = await tx
      .selectFrom('directory')
      .where('merchant_id', '=', PLATFORM_ID)
      .where('kind', '=', 'merchant_no')
      .where('name', '=', name)
      .select('name')
      .executeTakeFirst();
    if (!taken) return name;
  }
  throw new Error('found no unused merchant number');
}
