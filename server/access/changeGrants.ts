import { insertRows, updateRow } from '#server/db/rows.ts';
import type { RolesTable, Tx } from '#server/db/schema.ts';
import type { Selectable } from 'kysely';

interface Changes {
  /** Permissions that the role lacks. */
  added: readonly string[];
  removed: readonly string[];
  at: Date;
}

/** Changes the permissions of a role, whose tenant the caller has locked. */
export async function changeGrants(
  tx: Tx,
  { merchant_id, id, revision }: Pick<Selectable<RolesTable>, 'merchant_id' | 'id' | 'revision'>,
  { added, removed, at }: Changes,
): Promise<void> {
  if (removed.length > 0) {
    await tx
      .deleteFrom('role_permissions')
      .where('merchant_id', '=', merchant_id)
      .where('role_id', '=', id)
      .where('permission', 'in', removed)
      .execute();
  }
  await insertRows(
    tx,
    'role_permissions',
    added.map((permission) => ({ merchant_id, role_id: id, permission })),
  );
  await updateRow(tx, 'roles', { merchant_id, id }, { revision: revision + 1, updated_at: at });
}
