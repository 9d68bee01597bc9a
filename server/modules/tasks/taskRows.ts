import { addHours } from 'date-fns/addHours';
import { addMilliseconds } from 'date-fns/addMilliseconds';
import type { Selectable, Updateable } from 'kysely';
import { TASK_KEPT_HOURS } from '#shared/contract/tasks.ts';
import type { TaskPartsTable, TasksTable, Tx } from '#server/db/schema.ts';
import { type Job, taskJobs } from '#server/jobs/jobQueue.ts';
import { type ExportAudit, recordExport } from '#server/resources/export/createExporter.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import type { Services } from '#server/services.ts';
import { notify } from '../notifications/service.ts';
import type { TaskRow } from './service.ts';
import { deleteParts } from './taskFiles.ts';

/** Thrown if a run has lost its task: it was cancelled, or the claim expired and another run has started. */
export class RunLostError extends Error {}

type Part = Pick<Selectable<TaskPartsTable>, 'part_no' | 'bytes'>;

type Changed = Updateable<TasksTable>;

type Ended = Changed & ({ status: 'done' } | { status: 'failed'; error: string; error_args: string });

/** State of a run while it writes. */
export interface Progress {
  rows: number;
  total: number;
  size: number;
}

/**
 * Rows of a task while it runs. All functions but `begin` throw `RunLostError` if the run doesn't own the task any more.
 * @param leaseMs duration of a claim
 */
export function createTaskRows({ db, clock }: Pick<Services, 'db' | 'clock'>, leaseMs: number) {
  /** Makes this run the only one of the task. Returns undefined if the task is finished. */
  async function begin({ merchant_id, id }: Job): Promise<TaskRow | undefined> {
    const row = await db.kysely
      .updateTable('tasks')
      .set((eb) => ({
        status: 'running',
        attempt: eb('attempt', '+', 1),
        done_rows: 0,
        total_rows: null,
        file_size: 0n,
      }))
      .where('merchant_id', '=', merchant_id)
      .where('id', '=', id)
      .where('finished_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (!row) await db.transaction((tx) => taskJobs.remove(tx, merchant_id, id));
    return row;
  }

  /** Updates the task if this run still owns it. @throws {RunLostError} if it doesn't */
  async function change(tx: Tx, { merchant_id, id, attempt }: TaskRow, values: Changed): Promise<void> {
    const { numUpdatedRows } = await tx
      .updateTable('tasks')
      .set(values)
      .where('merchant_id', '=', merchant_id)
      .where('id', '=', id)
      .where('attempt', '=', attempt)
      .where('finished_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw new RunLostError();
  }

  async function claimUntil(tx: Tx, { merchant_id, id }: TaskRow, due_at: Date): Promise<void> {
    const job = tx.updateTable('task_jobs').where('merchant_id', '=', merchant_id).where('task_id', '=', id);
    await job.set({ due_at }).execute();
  }

  /** Writes progress and the next part, if there is one, and extends the claim. */
  async function save(task: TaskRow, { rows, total, size }: Progress, part?: Part): Promise<void> {
    const { merchant_id, id: task_id, attempt } = task;
    await db.transaction(async (tx) => {
      await change(tx, task, { done_rows: rows, total_rows: total, file_size: BigInt(size) });
      const row = part && { merchant_id, task_id, attempt, ...part };
      if (row) await tx.insertInto('task_parts').values(row).execute();
      await claimUntil(tx, task, addMilliseconds(clock.now(), leaseMs));
    });
  }

  /** Writes the audit entry, unless an earlier run has. */
  async function record(task: TaskRow, actor: Actor, exported: ExportAudit): Promise<void> {
    if (task.is_recorded) return;
    await db.transaction(async (tx) => {
      await change(tx, task, { is_recorded: true });
      await recordExport(tx, actor, exported, clock.now());
    });
  }

  async function end(task: TaskRow, values: Ended): Promise<void> {
    const { merchant_id: merchantId, id, user_id, resource } = task;
    const at = clock.now();
    const expiresAt = addHours(at, TASK_KEPT_HOURS);
    await db.transaction(async (tx) => {
      await change(tx, task, { ...values, finished_at: at, expires_at: expiresAt });
      await taskJobs.remove(tx, merchantId, id);
      const data = { resource, task_id: id, status: values.status, ...outcomeOf(values, expiresAt) };
      await notify(tx, { merchantId, userIds: [user_id], kind: 'export_ended', data, at });
    });
  }

  /** Leaves the task to a later run. This run isn't counted, and its parts are deleted. */
  async function release(task: TaskRow, due_at: Date): Promise<void> {
    const { merchant_id, id, attempt } = task;
    await deleteParts(db, { merchantId: merchant_id, id }, attempt + 1);
    await db.transaction(async (tx) => {
      await change(tx, task, { status: 'waiting', attempt: attempt - 1 });
      await claimUntil(tx, task, due_at);
    });
  }

  return { begin, save, record, end, release };
}

/** Data of the notification. The reason is stored untranslated, like the task's, because users change their language. */
function outcomeOf(values: Ended, expiresAt: Date): Record<string, string> {
  return values.status === 'done'
    ? { kept_until: expiresAt.toISOString() }
    : { error: values.error, error_args: values.error_args };
}
