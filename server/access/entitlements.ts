import { permissionKey } from '#shared/declaration/permissions.ts';

export type TenantType = 'platform' | 'merchant';

const read = (resource: string) => ['list', 'show', 'export'].map((action) => permissionKey(resource, action));

/** All that users of a tenant can ever be allowed to do; its owner role holds the whole of it. */
export const ENTITLEMENTS: Record<TenantType, readonly string[]> = {
  merchant: ['home.show', ...read('orders'), ...read('channels')],
  platform: ['home.show', ...read('channels')],
};
