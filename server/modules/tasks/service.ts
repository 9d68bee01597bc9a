import { Readable } from 'node:stream';
import { addHours } from 'date-fns/addHours';
import { type Selectable, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { ExportQuery } from '@merchant-console/protocol';
import { MAX_UNFINISHED, TASK_KEPT_HOURS, TASKS_LISTED } from '#shared/contract/tasks.ts';
import type { Language } from '@merchant-console/declaration/languages';
import type { TasksTable, Tx } from '#server/db/schema.ts';
import { idOrNone } from '#server/db/rows.ts';
import { ConflictError, ForbiddenError, NotFoundError, orNotFound } from '#server/errors.ts';
import { FileAnswer } from '#server/http/Route.ts';
import type { Session } from '#server/http/session.ts';
import { taskJobs } from '#server/jobs/jobQueue.ts';
import { parseExport } from '#server/resources/export/exportQuery.ts';
import { patiently } from '#server/resources/export/fileStreams.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import type { Services } from '#server/services.ts';
import { exportable } from './exportable.ts';
import { deleteParts, deleteTask, readParts } from './taskFiles.ts';

/** Stored bytes of files with which a tenant may still start another task: 2 GiB. */
const MAX_KEPT_BYTES = 2n ** 31n;

export { sessionOfOwner } from './exportable.ts';

export type TaskRow = Selectable<TasksTable>;

interface Begun {
  resource: string;
  query: ExportQuery;
  language: Language;
}

/** Tasks of users. Each user sees only their own, on the session's side. */
export function createTasks(services: Pick<Services, 'db' | 'clock' | 'registry'>) {
  const { db, clock } = services;

  const ofOwner = ({ merchantId, userId }: Session) =>
    db.kysely
      .selectFrom('tasks')
      .where('merchant_id', '=', merchantId)
      .where('user_id', '=', userId)
      .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', clock.now())]));

  /** @throws {NotFoundError} if the user has no such task, or it has expired */
  async function own(session: Session, id: string): Promise<TaskRow> {
    return orNotFound(await ofOwner(session).where('id', '=', idOrNone(id)).selectAll().executeTakeFirst());
  }

  /**
   * @throws {ConflictError} if the user has too many unfinished tasks, or the tenant too many bytes of files
   * @throws {NotFoundError | ForbiddenError} like `exportable`; also the errors of `parseExport`
   */
  async function begin(tx: Tx, session: Session, { ip, userAgent }: Actor, begun: Begun): Promise<TaskRow> {
    const { merchantId, accountId, userId } = session;
    const { resource } = exportable(services, begun.resource, session);
    const { fields } = parseExport(resource, session.permissions, begun.query);
    await makeRoom(tx, { merchantId, accountId, userId });
    const now = clock.now();
    const row = await tx
      .insertInto('tasks')
      .values({
        merchant_id: merchantId,
        id: uuidv7({ msecs: now.getTime() }),
        user_id: userId,
        kind: 'export',
        resource: resource.name,
        // Named explicitly, so that the file has these columns even if the declaration changes.
        query: JSON.stringify({ ...begun.query, columns: JSON.stringify(fields.map(({ source }) => source)) }),
        language: begun.language,
        ip,
        user_agent: userAgent,
        permissions: null,
        error_args: null,
        created_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await taskJobs.add(tx, merchantId, [row.id], now);
    return row;
  }

  /** Ends a task whose file isn't complete. No-op if it is finished. */
  async function cancel(session: Session, id: string): Promise<TaskRow> {
    const { merchant_id: merchantId } = await own(session, id);
    const now = clock.now();
    await db.transaction(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('tasks')
        .set({ status: 'cancelled', file_size: 0n, finished_at: now, expires_at: addHours(now, TASK_KEPT_HOURS) })
        .where('merchant_id', '=', merchantId)
        .where('id', '=', id)
        .where('finished_at', 'is', null)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 1n) await taskJobs.remove(tx, merchantId, id);
    });
    const cancelled = await own(session, id);
    if (cancelled.status === 'cancelled') await deleteParts(db, { merchantId, id });
    return cancelled;
  }

  return {
    begin,
    cancel,

    /** Newest first. */
    list: (session: Session): Promise<TaskRow[]> =>
      ofOwner(session).selectAll().orderBy('id', 'desc').limit(TASKS_LISTED).execute(),

    async remove(session: Session, id: string): Promise<void> {
      const { merchant_id: merchantId } = await cancel(session, id);
      await db.kysely
        .updateTable('tasks')
        .set({ expires_at: clock.now() })
        .where('merchant_id', '=', merchantId)
        .where('id', '=', id)
        .execute();
      await deleteTask(db, { merchantId, id });
    },

    /**
     * The file of a task.
     * @throws {NotFoundError} if there is none, or the resource no longer has an export
     * @throws {ForbiddenError} if the user has lost a permission since the file was made, or a column is hidden from
     * them now
     */
    async file(session: Session, id: string): Promise<FileAnswer> {
      const row = await own(session, id);
      const { resource, session: seen } = exportable(services, row.resource, session);
      if (row.status !== 'done') throw new NotFoundError();
      if (!mayRead(row, seen.permissions, resource)) throw new ForbiddenError('task_rights_lost');
      const size = Number(row.file_size);
      const parts = readParts(db, { merchantId: row.merchant_id, id }, { attempt: row.attempt, size });
      return new FileAnswer(Readable.from(patiently(db, parts), { objectMode: false }), {
        'Content-Type': row.media_type ?? '',
        'Content-Disposition': row.disposition ?? '',
        'Content-Length': String(size),
        'X-Total-Rows': String(row.total_rows),
        'Cache-Control': 'no-store',
      });
    },
  };
}

/** Locks the user's row, so that concurrent calls can't exceed the limits together. */
async function makeRoom(
  tx: Tx,
  { merchantId, accountId, userId }: Pick<Session, 'merchantId' | 'accountId' | 'userId'>,
) {
  // prettier-ignore
  await sql`select from users where merchant_id = ${accountId} and id = ${userId} for no key update`.execute(tx);
  const kept = await tx
    .selectFrom('tasks')
    .where('merchant_id', '=', merchantId)
    .select((eb) => [
      eb.fn.countAll<bigint>().filterWhere('user_id', '=', userId).filterWhere('finished_at', 'is', null).as('open'),
      sql<string>`coalesce(sum(file_size), 0)`.as('bytes'),
    ])
    .executeTakeFirstOrThrow();
  if (kept.open >= MAX_UNFINISHED) throw new ConflictError({ id: 'tasks_many', args: { max: MAX_UNFINISHED } });
  if (BigInt(kept.bytes) >= MAX_KEPT_BYTES) throw new ConflictError({ id: 'tasks_full' });
}

/**
 * True if the user still has all permissions with which the file was made, because any of them may have affected its
 * values, and the declaration still shows its columns to the user.
 */
function mayRead(
  { query, permissions }: TaskRow,
  held: ReadonlySet<string>,
  resource: Parameters<typeof parseExport>[0],
): boolean {
  if (!permissions?.every((key) => held.has(key))) return false;
  try {
    parseExport(resource, held, query);
    return true;
  } catch {
    return false;
  }
}
