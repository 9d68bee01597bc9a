import type { Declaration } from './declarationSchema.ts';
import type { IconName } from './keys.ts';
import { isMerchantNo, type Resource } from './resource.ts';
import type { Label } from './texts/label.ts';

/** The place of a resource's page in menus. */
export interface MenuPlace {
  /** Address of the entry above, or null for the top of the menu. */
  under: string | null;
  /** The entry above, in menus that lack it; null if it must exist. */
  made: { title: Label; icon: IconName | null } | null;
  icon: IconName | null;
  /** Position among its siblings, or null for the last. */
  order: number | null;
}

/** What the server adds by itself to the menus and roles of the tenants that a resource is for. */
export interface RollOut {
  /** The menu entry that they get, or null. */
  menu: MenuPlace | null;
  /** The permissions, such as `suppliers.list`, that their roles get, by name of the role. */
  grants: Readonly<Record<string, readonly string[]>>;
}

/** True for a resource or dashboard that a file alone adds: no code keeps its records, and no other back end. */
export function isAddedByFile({ storage, cards }: Pick<Resource, 'storage' | 'cards'>): boolean {
  return storage === 'table' || cards !== null;
}

/** Nothing without `tenants`: each tenant then decides by its menu. Null if nothing is added. */
export function rollOutOf(resource: Resource): RollOut | null {
  const { name } = resource;
  const { tenants, menu, grants = {} } = resource.declared;
  if (tenants === undefined || !isAddedByFile(resource)) return null;
  const keys = Object.entries(grants).map(([role, given]): [string, string[]] => [
    role,
    [...new Set(given)].map((key) => `${name}.${key}`),
  ]);
  return menu || keys.length > 0 ? { menu: menu ? placeOf(menu) : null, grants: Object.fromEntries(keys) } : null;
}

function placeOf({ under, icon, order }: NonNullable<Declaration['menu']>): MenuPlace {
  const made = typeof under === 'object' ? under : null;
  return {
    under: typeof under === 'object' ? under.address : (under ?? null),
    made: made && { title: made.label, icon: made.icon ?? null },
    icon: icon ?? null,
    order: order ?? null,
  };
}

/** True if a tenant's users can ever have the permissions of a resource. */
export function isFor(
  { tenants, declared }: Resource,
  { type, merchantNo }: { type: Resource['tenants'][number]; merchantNo: string },
): boolean {
  const named = declared.tenants;
  if (type !== 'merchant' || !Array.isArray(named) || named.includes('merchant')) return tenants.includes(type);
  return named.includes(merchantNo);
}

/** Numbers of the merchants that a declaration names. */
export function merchantsIn({ declared: { tenants } }: Resource): string[] {
  return Array.isArray(tenants) ? tenants.filter(isMerchantNo) : [];
}

/** The name of a role as declarations find it. Roles of a tenant differ in more than case. */
export function foldedName(role: string): string {
  return role.trim().normalize('NFKC').toLowerCase();
}
