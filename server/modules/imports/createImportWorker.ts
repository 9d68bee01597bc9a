import { type Selectable, sql } from 'kysely';
import { AppError, UnavailableError } from '#server/errors.ts';
import { createProcessor, type Processor, type ProcessorTimes } from '#server/jobs/createProcessor.ts';
import { importJobs, type Job } from '#server/jobs/jobQueue.ts';
import type { ImportsTable } from '#server/db/schema.ts';
import type { Services } from '#server/services.ts';
import { sessionOfOwner } from '../tasks/service.ts';
import { applyImport } from './applyImport.ts';
import { importable, withImporter } from './importable.ts';
import { placeOf, storeCounts } from './importRows.ts';
import { checkImport, type Run, type RunDeps, RunLostError, type RunRights } from './runs.ts';
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

/** Status of an import whose user may no longer run it, or whose resource is gone. */
function stoppedStatus({ status, mode }: Selectable<ImportsTable>): ImportsTable['status'] {
  if (status === 'checking') return 'undone';
  return status === 'applying' && mode === 'all' ? 'reverting' : 'done';
}

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

  /** Rights of the user who imports, read anew. */
  async function rightsOfUser({ resource, ...found }: Selectable<ImportsTable>): Promise<RunRights> {
    const session = await sessionOfOwner(deps, found);
    const served = importable(deps, resource, session);
    return { served, actor: actorOfRun(found, session.permissions), power: 'user' };
  }

  async function advance(found: Selectable<ImportsTable>): Promise<void> {
    // All or none of the rows: what is written is taken back, whatever its user may by now.
    const rights: () => Promise<RunRights> =
      found.status === 'reverting'
        ? async () => ({
            served: withImporter(deps, found.resource),
            actor: actorOfRun(found, new Set()),
            power: 'server',
          })
        : () => rightsOfUser(found);
    const begun = { import: found, leaseMs: times.leaseMs, isStopping: () => stopping.signal.aborted };
    await db.patiently(async () => RUNS[found.status]?.(deps, { ...begun, ...(await rights()), rights }));
  }

  /** Ends a run that isn't possible any more. @returns true if another one takes back what is written */
  async function stop(found: Selectable<ImportsTable>): Promise<boolean> {
    const { merchant_id, id } = found;
    const status = stoppedStatus(found);
    await db.transaction(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('imports')
        .set({ status })
        .where('merchant_id', '=', merchant_id)
        .where('id', '=', id)
        .where('status', '=', found.status)
        .where('attempt', '=', found.attempt)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n || status === 'reverting') return;
      await storeCounts(tx, placeOf(found));
      await importJobs.remove(tx, merchant_id, id);
    });
    return status === 'reverting';
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
        if (!(await stop(found))) break;
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

const actorOfRun = (
  {
    merchant_id,
    user_id,
    ip,
    user_agent,
  }: Pick<Selectable<ImportsTable>, 'merchant_id' | 'user_id' | 'ip' | 'user_agent'>,
  permissions: ReadonlySet<string>,
) => ({ merchantId: merchant_id, userId: user_id, ip, userAgent: user_agent, permissions });
