import { type Selectable, sql } from 'kysely';
import { AppError, UnavailableError } from '#server/errors.ts';
import { createProcessor, type Processor, type ProcessorTimes } from '#server/jobs/createProcessor.ts';
import { importJobs, type Job } from '#server/jobs/jobQueue.ts';
import type { ImportsTable } from '#server/db/schema.ts';
import type { Services } from '#server/services.ts';
import { sessionOfOwner } from '../tasks/service.ts';
import { applyImport } from './applyImport.ts';
import { importable } from './importable.ts';
import { checkImport, type Run, type RunDeps, RunLostError } from './runs.ts';
import { undoImport } from './undoImport.ts';

/** One per tenant, like exports that users wait for. */
export const IMPORT_TIMES: ProcessorTimes = { atOnce: 2, ofTenant: 1, leaseMs: 60_000, answerMs: 0, idleMs: 500 };

type WorkerDeps = RunDeps & Pick<Services, 'log' | 'entitledTo' | 'metrics'>;

const RUNS: Partial<Record<ImportsTable['status'], (deps: RunDeps, run: Run) => Promise<void>>> = {
  checking: checkImport,
  applying: applyImport,
  reverting: undoImport,
  undoing: undoImport,
};

/** Statuses that an import returns to if its user may no longer run it. */
const STOPPED: Partial<Record<ImportsTable['status'], ImportsTable['status']>> = {
  checking: 'ready',
  applying: 'done',
  reverting: 'done',
  undoing: 'done',
};

/** Worker that checks, writes and takes back the rows of imports. A stopping server leaves them to the others. */
export function createImportWorker(deps: WorkerDeps, times: ProcessorTimes = IMPORT_TIMES): Processor {
  const { db, clock, log, metrics } = deps;
  const stopping = new AbortController();

  /** Makes this run the only one of the import. Undefined if there is nothing to do. */
  async function begin({ merchant_id, id }: Job): Promise<Selectable<ImportsTable> | undefined> {
    const row = await db.kysely
      .updateTable('imports')
      .set((eb) => ({ attempt: eb('attempt', '+', 1) }))
      .where('merchant_id', '=', merchant_id)
      .where('id', '=', id)
      .where(sql<boolean>`status in ('checking', 'applying', 'reverting', 'undoing')`)
      .returningAll()
      .executeTakeFirst();
    if (!row) await db.transaction((tx) => importJobs.remove(tx, merchant_id, id));
    return row;
  }

  async function advance(found: Selectable<ImportsTable>): Promise<void> {
    const { merchant_id: merchantId, user_id: userId, ip, user_agent: userAgent } = found;
    const session = await sessionOfOwner(deps, found);
    const served = importable(deps, found.resource, session);
    const actor = { merchantId, userId, ip, userAgent, permissions: session.permissions };
    const one = { import: found, served, actor, leaseMs: times.leaseMs, isStopping: () => stopping.signal.aborted };
    await db.patiently(async () => RUNS[found.status]?.(deps, one));
  }

  /** Ends the import of a user who has lost the right to it, or whose resource is gone. What is written stays. */
  async function stop({ merchant_id, id, status }: Selectable<ImportsTable>): Promise<void> {
    await db.transaction(async (tx) => {
      await tx
        .updateTable('imports')
        .set({ status: STOPPED[status] ?? status })
        .where('merchant_id', '=', merchant_id)
        .where('id', '=', id)
        .where('status', '=', status)
        .execute();
      await importJobs.remove(tx, merchant_id, id);
    });
  }

  async function run(job: Job): Promise<'done'> {
    for (let before: string | null = null; !stopping.signal.aborted;) {
      const found = await begin(job);
      // A run that ends with the same status was interrupted.
      if (!found || found.status === before) break;
      before = found.status;
      try {
        await advance(found);
      } catch (error) {
        if (error instanceof RunLostError) break;
        if (!(error instanceof AppError) || error instanceof UnavailableError) throw error;
        await stop(found);
        break;
      }
    }
    if (stopping.signal.aborted) await importJobs.makeDue(db.kysely, job.merchant_id, job.id, clock.now());
    return 'done';
  }

  const meter = metrics.worker('imports', () => importJobs.depth(db.kysely, clock.now()));
  const processor = createProcessor(
    { db, clock, log, meter },
    { queue: importJobs, subject: 'import', work: run },
    times,
  );
  return {
    ...processor,
    stop() {
      stopping.abort();
      return processor.stop();
    },
  };
}
