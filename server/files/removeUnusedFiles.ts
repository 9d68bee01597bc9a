import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';

/** A form may lie open overnight between an upload and its being saved. */
export const UNUSED_FILE_HOURS = 24;

/**
 * Removes uploads that no record holds and that are older than a day. For an hourly task.
 * @returns how many
 */
export async function removeUnusedFiles(db: Pick<Db, 'kysely'>, clock: Clock): Promise<number> {
  const before = new Date(clock.now().getTime() - UNUSED_FILE_HOURS * 3_600_000);
  const { numDeletedRows } = await db.kysely
    .deleteFrom('files')
    .where('record_id', 'is', null)
    .where('created_at', '<', before)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
