import type { Transaction } from 'kysely';
import type { Database } from '#server/db/schema.ts';
import { answeringWith } from '#server/resources/answeringWith.ts';
import { readRecord } from '#server/resources/plainRecord.ts';
import type { RecordWriter } from '#server/resources/RecordSource.ts';
import type { ResourceBackend } from '#server/resources/ResourceBackend.ts';
import type { RolesMeans } from './RolesMeans.ts';
import { ROLES_VIEW, type Role } from './roleTable.ts';
import { createRoles } from './service.ts';

/** What people can do with roles; how they are read is like any other view. */
export function rolesBackend(
  means: RolesMeans,
): Required<Pick<ResourceBackend, 'actions'>> & { writer: Partial<RecordWriter> } {
  const { db } = means;
  const roles = createRoles(means);
  const answer = async (tx: Transaction<Database>, { merchant_id, id }: Role) =>
    readRecord(tx, ROLES_VIEW, merchant_id, id);
  return {
    writer: {
      create: async (tx, actor, values) => answer(tx, await roles.create(tx, actor, values)),
      update: (actor, target, values) =>
        db.transaction(async (tx) => answer(tx, await roles.update(tx, actor, target, values))),
      remove: (actor, target) => db.transaction((tx) => roles.remove(tx, actor, target)),
    },
    actions: {
      copy: answeringWith(ROLES_VIEW)((tx, { actor, ids: [id = ''], values }) => roles.copy(tx, actor, id, values)),
    },
  };
}
