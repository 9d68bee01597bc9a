import { sql } from 'kysely';
import { type AuditActor, recordAudit, systemActor } from '#server/audit/recordAudit.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import { tableOf } from './columns.ts';
import { tenantsWith } from './moveResource.ts';
import { deleteLinks } from './links.ts';
import { deleteCounters } from './numbers.ts';
import { deleteWords } from './words.ts';

/**
 * Deletes the table of a resource that no file declares, with its files, its counters and the permissions that roles have for it, so
 * that a later resource of the same name begins without them. The name stays known, because the audit log contains it.
 */
export async function purgeTable(
  { db, clock, actor }: { db: Db; clock: Clock; actor: AuditActor },
  { name, rows }: { name: string; rows: number },
): Promise<void> {
  const { kysely } = db;
  for (const merchantId of await tenantsWith(kysely, name)) {
    await db.transaction(async (tx) => {
      await sql`update files set record_id = null where merchant_id = ${merchantId} and resource = ${name}`.execute(tx);
      await deleteCounters(tx, merchantId, name);
      const granted = await sql`
        delete from role_permissions
        where merchant_id = ${merchantId} and starts_with(permission, ${`${name}.`}) returning permission`.execute(tx);
      await sql`delete from rolled_out_pages where merchant_id = ${merchantId} and page = ${name}`.execute(tx);
      await sql`delete from rolled_out_grants where merchant_id = ${merchantId} and resource = ${name}`.execute(tx);
      if (granted.rows.length === 0) return;
      const event = { actor: systemActor(merchantId), action: `${name}.purge`, recordId: '', at: clock.now() };
      await recordAudit(tx, { ...event, before: { permissions: granted.rows.length } });
    });
  }
  await sql`drop table if exists ${sql.table(tableOf(name))}`.execute(kysely);
  await deleteWords(kysely, tableOf(name));
  await deleteLinks(kysely, tableOf(name));
  await db.transaction(async (tx) => {
    await tx
      .updateTable('stored_resources')
      .where('merchant_id', '=', PLATFORM_ID)
      .where('name', '=', name)
      .set({ fields: '{}', updated_at: clock.now() })
      .execute();
    await recordAudit(tx, { actor, action: `${name}.purge`, recordId: '', before: { records: rows }, at: clock.now() });
  });
}
