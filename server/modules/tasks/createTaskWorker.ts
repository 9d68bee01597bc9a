import { addHours } from 'date-fns/addHours';
import { addMilliseconds } from 'date-fns/addMilliseconds';
import type { Selectable, Updateable } from 'kysely';
import { TASK_KEPT_HOURS } from '#shared/contract/tasks.ts';
import type { Message } from '#shared/menus/Message.ts';
import type { TaskPartsTable, TasksTable, Tx } from '#server/db/schema.ts';
import { AppError, TooManyRequestsError, UnavailableError, ValidationError } from '#server/errors.ts';
import { PART_BYTES } from '#server/files/fileStore.ts';
import { createProcessor, type Processor, type ProcessorTimes } from '#server/jobs/createProcessor.ts';
import { type Job, taskJobs } from '#server/jobs/jobQueue.ts';
import { sourceFor } from '#server/resources/CallDeps.ts';
import { type ExportAudit, recordExport } from '#server/resources/export/createExporter.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import type { Services } from '#server/services.ts';
import { notify } from '../notifications/service.ts';
import { exportable, sessionOfOwner } from './exportable.ts';
import type { TaskRow } from './service.ts';
import { deleteParts } from './taskFiles.ts';

/** One per tenant, so that exports that users wait for can run at the same time. */
export const TASK_TIMES: ProcessorTimes = { atOnce: 2, ofTenant: 1, leaseMs: 60_000, answerMs: 0, idleMs: 500 };

/** Interval at which progress is written and the claim extended, in milliseconds. */
const BEAT_MS = 1_000;

/** Delay of a task while the tenant runs its maximum number of exports, in milliseconds. */
const BUSY_MS = 5_000;

/** Number of runs after which a task fails, because it may be what ended the servers. */
const MAX_ATTEMPTS = 5;

/** Thrown if a run has lost its task: it was cancelled, or the claim expired and another run has started. */
class RunLostError extends Error {}

/** Thrown if this server is stopping. */
class StoppingError extends Error {}

type WorkerDeps = Pick<Services, 'db' | 'clock' | 'log' | 'exporter' | 'registry' | 'entitledTo' | 'metrics'>;

/** Worker that creates the files of tasks. A stopping server leaves its tasks to the others, which restart them. */
export function createTaskWorker(deps: WorkerDeps, times: ProcessorTimes = TASK_TIMES): Processor {
  const { db, clock, log, metrics } = deps;
  const stopping = new AbortController();
  const work = { queue: taskJobs, subject: 'task', work: createRun(deps, stopping.signal, times.leaseMs) };
  const meter = metrics.worker('tasks', () => taskJobs.depth(db.kysely, clock.now()));
  const processor = createProcessor({ db, clock, log, meter }, work, times);
  return {
    ...processor,
    stop() {
      stopping.abort();
      return processor.stop();
    },
  };
}

/** A file whose last part has been written. */
interface Written {
  headers: Readonly<Record<string, string>>;
  permissions: ReadonlySet<string>;
  rows: number;
}

type Part = Pick<Selectable<TaskPartsTable>, 'part_no' | 'bytes'>;

type Changed = Updateable<TasksTable>;

type Ended = Changed & ({ status: 'done' } | { status: 'failed'; error: string; error_args: string });

/** State of a run while it writes. */
interface Progress {
  rows: number;
  total: number;
  size: number;
}

function createRun(deps: WorkerDeps, stopping: AbortSignal, leaseMs: number) {
  const { db, clock, exporter } = deps;

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

  /**
   * Reads the records and writes the file.
   * @throws {RunLostError} if the run has lost the task
   * @throws {StoppingError} if the server is stopping; also errors of the export
   */
  async function write(task: TaskRow): Promise<Written> {
    const owner = await sessionOfOwner(deps, task);
    const { resource, backend, session } = exportable(deps, task.resource, owner);
    const { merchantId, userId, permissions } = session;
    const actor = { merchantId, userId, ip: task.ip, userAgent: task.user_agent };
    const progress: Progress = { rows: 0, total: 0, size: 0 };
    const answer = await exporter({
      actor,
      permissions,
      resource,
      query: task.query,
      language: task.language,
      source: sourceFor({ session, request: { headers: { 'accept-language': task.language } } }, backend),
      audit: (exported) => record(task, actor, exported),
      onRows: (rows) => {
        progress.rows = rows;
      },
    });
    progress.total = Number(answer.headers['X-Total-Rows']);
    let savedAt = -BEAT_MS;
    let part_no = 0;
    for await (const part of partsOf(answer.body)) {
      if (stopping.aborted) throw new StoppingError();
      if (part !== null) {
        progress.size += part.length;
        await save(task, progress, { part_no, bytes: part });
        part_no += 1;
      } else if (clock.now().getTime() - savedAt >= BEAT_MS) await save(task, progress);
      else continue;
      savedAt = clock.now().getTime();
    }
    return { headers: answer.headers, permissions, rows: progress.rows };
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

  async function fail(task: TaskRow, { key, args = {} }: Message): Promise<void> {
    await end(task, { status: 'failed', file_size: 0n, error: key, error_args: JSON.stringify(args) });
    await deleteParts(db, { merchantId: task.merchant_id, id: task.id });
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

  async function finish(task: TaskRow): Promise<void> {
    if (task.attempt > MAX_ATTEMPTS) return fail(task, { key: 'task_interrupted' });
    try {
      await deleteParts(db, { merchantId: task.merchant_id, id: task.id }, task.attempt);
      const { headers, permissions, rows } = await write(task);
      await end(task, {
        status: 'done',
        done_rows: rows,
        media_type: headers['Content-Type'] ?? null,
        disposition: headers['Content-Disposition'] ?? null,
        permissions: JSON.stringify([...permissions]),
      });
    } catch (error) {
      if (error instanceof StoppingError) return release(task, clock.now());
      if (error instanceof TooManyRequestsError) return release(task, addMilliseconds(clock.now(), BUSY_MS));
      if (!(error instanceof AppError) || error instanceof UnavailableError) throw error;
      await fail(task, reasonOf(error));
    }
  }

  return async function run(job: Job): Promise<'done'> {
    const task = await begin(job);
    try {
      if (task) await finish(task);
    } catch (error) {
      if (!(error instanceof RunLostError)) throw error;
    }
    return 'done';
  };
}

/** Cuts a file into parts of `PART_BYTES`. Yields null for each chunk that doesn't complete a part. */
async function* partsOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer | null, void, undefined> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const piece of pieces) {
    held.push(piece);
    size += piece.length;
    if (size < PART_BYTES) yield null;
    while (size >= PART_BYTES) {
      const whole = Buffer.concat(held);
      yield whole.subarray(0, PART_BYTES);
      held = [whole.subarray(PART_BYTES)];
      size -= PART_BYTES;
    }
  }
  if (size > 0) yield Buffer.concat(held);
}

/** Data of the notification. The reason is stored untranslated, like the task's, because users change their language. */
function outcomeOf(values: Ended, expiresAt: Date): Record<string, string> {
  return values.status === 'done'
    ? { kept_until: expiresAt.toISOString() }
    : { error: values.error, error_args: values.error_args };
}

/** The error's message; of several fields, that of the first. */
function reasonOf(error: AppError): Message {
  const [first] = error instanceof ValidationError ? Object.values(error.fields) : [];
  return first ?? { key: error.id, args: error.args };
}
