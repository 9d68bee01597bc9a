import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';

/** Parts deleted by one statement, which takes the embedded database about 20 ms. */
const DELETED_AT_ONCE = 10;

interface TaskKey {
  merchantId: string;
  id: string;
}

/** The bytes of a complete file, part by part. @throws {Error} if they have been deleted in the meantime */
export async function* readParts(
  { kysely }: Pick<Db, 'kysely'>,
  { merchantId, id }: TaskKey,
  { attempt, size }: { attempt: number; size: number },
): AsyncGenerator<Buffer, void, undefined> {
  let read = 0;
  for (let part_no = 0; read < size; part_no += 1) {
    const { bytes } = await kysely
      .selectFrom('task_parts')
      .where('merchant_id', '=', merchantId)
      .where('task_id', '=', id)
      .where('attempt', '=', attempt)
      .where('part_no', '=', part_no)
      .select('bytes')
      .executeTakeFirstOrThrow();
    read += bytes.length;
    yield Buffer.from(bytes);
    await nextTurn();
  }
}

/** Deletes the bytes of a task, a few parts at a time. @param before keeps the parts of this and later attempts */
export async function deleteParts(
  { kysely }: Pick<Db, 'kysely'>,
  { merchantId, id }: TaskKey,
  before = 2 ** 31 - 1,
): Promise<void> {
  const isOf = sql`merchant_id = ${merchantId} and task_id = ${id}`;
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from task_parts where ${isOf} and (attempt, part_no) in (
        select attempt, part_no from task_parts where ${isOf} and attempt < ${before}
        order by attempt, part_no limit ${DELETED_AT_ONCE}
      )`.execute(kysely);
    if (numAffectedRows < DELETED_AT_ONCE) return;
    await nextTurn();
  }
}

/** Deletes expired tasks with their files. Runs hourly. */
export async function forgetExpiredTasks(db: Pick<Db, 'kysely'>, now: Date): Promise<void> {
  const expired = await db.kysely
    .selectFrom('tasks')
    .where('expires_at', '<=', now)
    .select(['merchant_id', 'id'])
    .execute();
  for (const { merchant_id: merchantId, id } of expired) await deleteTask(db, { merchantId, id });
}

/** Deletes a finished task. It must have expired, because its file is incomplete while this runs. */
export async function deleteTask(db: Pick<Db, 'kysely'>, { merchantId, id }: TaskKey): Promise<void> {
  await deleteParts(db, { merchantId, id });
  await db.kysely.deleteFrom('tasks').where('merchant_id', '=', merchantId).where('id', '=', id).execute();
}
