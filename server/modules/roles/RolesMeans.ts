import type { TenantType } from '#server/access/entitlements.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';

export interface RolesMeans {
  db: Db;
  clock: Clock;
  /** All that users of a kind of tenant can be allowed to do now. */
  entitledTo: (type: TenantType) => readonly string[];
}
