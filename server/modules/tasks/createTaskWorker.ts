import { addMilliseconds } from 'date-fns/addMilliseconds';
import type { Message } from '#shared/menus/Message.ts';
import { AppError, TooManyRequestsError, UnavailableError, ValidationError } from '#server/errors.ts';
import { PART_BYTES } from '#server/files/fileStore.ts';
import { createProcessor, type Processor, type ProcessorTimes } from '#server/jobs/createProcessor.ts';
import { type Job, taskJobs } from '#server/jobs/jobQueue.ts';
import { sourceFor } from '#server/resources/CallDeps.ts';
import type { Services } from '#server/services.ts';
import { exportable, sessionOfOwner } from './exportable.ts';
import type { TaskRow } from './service.ts';
import { deleteParts } from './taskFiles.ts';
import { createTaskRows, type Progress, RunLostError } from './taskRows.ts';

/** One per tenant, so that exports that users wait for can run at the same time. */
export const TASK_TIMES: ProcessorTimes = { atOnce: 2, ofTenant: 1, leaseMs: 60_000, answerMs: 0, idleMs: 500 };

/** Interval at which progress is written and the claim extended, in milliseconds. */
const BEAT_MS = 1_000;

/** Delay of a task while the tenant runs its maximum number of exports, in milliseconds. */
const BUSY_MS = 5_000;

/** Number of runs after which a task fails, because it may be what ended the servers. */
const MAX_ATTEMPTS = 5;

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

function createRun(deps: WorkerDeps, stopping: AbortSignal, leaseMs: number) {
  const { db, clock, exporter } = deps;
  const { begin, save, record, end, release } = createTaskRows(deps, leaseMs);

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

  async function fail(task: TaskRow, { key, args = {} }: Message): Promise<void> {
    await end(task, { status: 'failed', file_size: 0n, error: key, error_args: JSON.stringify(args) });
    await deleteParts(db, { merchantId: task.merchant_id, id: task.id });
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

/** The error's message; of several fields, that of the first. */
function reasonOf(error: AppError): Message {
  const [first] = error instanceof ValidationError ? Object.values(error.fields) : [];
  return first ?? { key: error.id, args: error.args };
}
