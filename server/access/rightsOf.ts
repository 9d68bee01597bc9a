import { type RawBuilder, sql } from 'kysely';
import { merchantOf, type UserKey } from '#server/db/tenants.ts';
import type { DbOrTx, MerchantsTable } from '#server/db/schema.ts';
import { inTenant } from '#server/db/rows.ts';
import type { NamedTenant, TenantType } from './entitlements.ts';

/** Number of permissions that a message lists. */
const NAMED = 5;

export interface Rights {
  isOwner: boolean;
  /** Keys such as `orders.list`. */
  permissions: ReadonlySet<string>;
}

/**
 * Returns the roles and permissions of a user. If the transaction has locked the tenant (`lockTenant`), they can't
 * change before it ends, because every change of roles takes that lock.
 * @param entitled see `entitlementsOf`
 */
export async function rightsOf(
  db: DbOrTx,
  { merchantId, userId }: UserKey,
  entitled: readonly string[],
): Promise<Rights> {
  const rows = await db
    .selectFrom('user_roles as held')
    .innerJoin('roles as r', inTenant('r.id', 'held.role_id'))
    .leftJoin('role_permissions as p', inTenant('p.role_id', 'held.role_id'))
    .where('held.merchant_id', '=', merchantId)
    .where('held.user_id', '=', userId)
    .select(['r.is_owner', 'p.permission'])
    .execute();
  const isOwner = rows.some((row) => row.is_owner);
  const granted = rows.flatMap(({ permission }) => permission ?? []);
  return { isOwner, permissions: effectivePermissions(entitled, { isOwner, granted }) };
}

/**
 * The permissions a user holds: all entitlements of the tenant for an owner, for others the entitlements that their
 * roles grant.
 * @param entitled see `entitlementsOf`
 */
export function effectivePermissions(
  entitled: readonly string[],
  roles: { isOwner: boolean; granted: readonly string[] },
): ReadonlySet<string> {
  if (roles.isOwner) return new Set(entitled);
  const granted = new Set(roles.granted);
  return new Set(entitled.filter((key) => granted.has(key)));
}

/**
 * Joins the first `NAMED` keys for a message. `http/errorTexts.ts` translates them if the value is called
 * `permissions`.
 */
export function permissionSummary(keys: readonly string[]): string {
  return keys.slice(0, NAMED).join(', ') + (keys.length > NAMED ? ', …' : '');
}

/** Returns the tenant as declarations name it. */
export async function namedTenant(db: DbOrTx, merchantId: string): Promise<NamedTenant> {
  const { type, merchant_no: merchantNo } = await merchantOf(db, merchantId);
  return { type: liveTenantType(type), merchantNo };
}

/** Returns the tenant's type, which decides what its menu may contain and what its users may do. */
export async function tenantType(db: DbOrTx, merchantId: string): Promise<TenantType> {
  return liveTenantType((await merchantOf(db, merchantId)).type);
}

/** @throws {Error} for a test side: its users, roles and menu are those of its live merchant */
export function liveTenantType(type: MerchantsTable['type']): TenantType {
  if (type === 'test') throw new Error('the test side of a tenant has no users, roles or menu');
  return type;
}

/** The names of a user's roles, in alphabetical order. */
export async function roleNames(db: DbOrTx, merchantId: string, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('user_roles as ur')
    .innerJoin('roles as r', inTenant('r.id', 'ur.role_id'))
    .where('ur.merchant_id', '=', merchantId)
    .where('ur.user_id', '=', userId)
    .orderBy('r.name')
    .select('r.name')
    .execute();
  return rows.map(({ name }) => name);
}

/**
 * SQL condition: neither the merchant nor one above it is disabled or suspended. Merchants without a parent need no
 * look-up of ancestors.
 * @param merchants alias of the `merchants` table in the query
 */
export function isOpen(merchants: string): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${merchants}.${column}`);
  return sql<boolean>`(${of('status')} = 'active' and ${of('suspended_at')} is null
    and (${of('parent_id')} is null or disabled_above(${of('merchant_id')}) is null))`;
}
