import { setTimeout as pause } from 'node:timers/promises';
import { addMilliseconds } from 'date-fns/addMilliseconds';
import { type Selectable, sql } from 'kysely';
import { type Action, isFor, timeOn } from '@merchant-console/declaration';
import type { SchedulesTable, Tx } from '#server/db/schema.ts';
import { merchantOf } from '#server/db/tenants.ts';
import { createProcessor, type Processor, type ProcessorTimes } from '#server/jobs/createProcessor.ts';
import { type Job, scheduleJobs } from '#server/jobs/jobQueue.ts';
import type { RegistryState } from '#server/resources/registry/createRegistry.ts';
import { RecordRefusedError } from '#server/resources/stored/scheduled.ts';
import type { Services } from '#server/services.ts';
import { nextDay, syncSchedules } from './syncSchedules.ts';

export const SCHEDULE_TIMES: ProcessorTimes = { atOnce: 2, ofTenant: 1, leaseMs: 60_000, answerMs: 0, idleMs: 5_000 };

/** Records changed in one transaction, which takes some 100 ms. */
const BATCH_ROWS = 500;

/** Interval at which schedules of new tenants and declarations are added, in milliseconds. */
const SYNC_MS = 60_000;

/** How often a schedule whose action isn't declared is looked at, in milliseconds, and how often before it is deleted. */
const UNKNOWN_MS = 300_000;
const UNKNOWN_POLLS = 2_016;

type WorkerDeps = Pick<Services, 'db' | 'clock' | 'log' | 'metrics'> & {
  registry: { readonly state: Pick<RegistryState, 'resources'> };
};

/**
 * Worker that executes scheduled actions. Each batch commits its effect together with the place that it has reached, under
 * the lock of the schedule's row. So no record is dealt with twice in one run, whichever servers work on it or are killed.
 */
export function createScheduleWorker(deps: WorkerDeps, times: ProcessorTimes = SCHEDULE_TIMES): Processor {
  const { db, clock, log, metrics } = deps;
  const stopping = new AbortController();
  const meter = metrics.worker('schedules', () => scheduleJobs.depth(db.kysely, clock.now()));
  const work = (job: Job) => runSchedule(deps, job, { stopping: stopping.signal, leaseMs: times.leaseMs });
  const processor = createProcessor(
    { db, clock, log, meter },
    { queue: scheduleJobs, subject: 'schedule', work },
    times,
  );
  const sync = () => syncSchedules(deps, deps.registry.state.resources);
  let syncing: Promise<void> | undefined;

  async function keepInSync(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await sync();
      } catch (error) {
        meter.failed();
        log.error({ err: error }, 'Failed to add schedules; will retry');
      }
      await pause(SYNC_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  return {
    ...processor,
    start() {
      syncing ??= keepInSync();
      processor.start();
    },
    async stop() {
      stopping.abort();
      await Promise.all([processor.stop(), syncing]);
    },
    async step() {
      await sync();
      return processor.step();
    },
  };
}

async function runSchedule(
  deps: WorkerDeps,
  { merchant_id: merchantId, id }: Job,
  { stopping, leaseMs }: { stopping: AbortSignal; leaseMs: number },
): Promise<'done'> {
  const { db, clock } = deps;
  /** Records to try one by one, because one among them was refused. */
  let single = 0;
  while (!stopping.aborted) {
    const batch: Batch = { merchantId, id, leaseMs, most: single > 0 ? 1 : BATCH_ROWS, refused: null };
    try {
      if ((await db.transaction((tx) => runBatch(tx, deps, batch))) === 'waits') return 'done';
      single = Math.max(0, single - 1);
    } catch (error) {
      if (!(error instanceof RecordRefusedError)) throw error;
      if (batch.most > 1) single = BATCH_ROWS;
      else await db.transaction((tx) => runBatch(tx, deps, { ...batch, refused: error.record }));
    }
  }
  await scheduleJobs.makeDue(db.kysely, merchantId, id, clock.now());
  return 'done';
}

interface Batch {
  merchantId: string;
  /** ID of the schedule. */
  id: string;
  leaseMs: number;
  most: number;
  /** ID of the next record, which is left as it is and counted, or null. */
  refused: string | null;
}

/** @returns `waits` if nothing more is due */
async function runBatch(tx: Tx, deps: WorkerDeps, batch: Batch): Promise<'more' | 'waits'> {
  const { merchantId, id, leaseMs, most, refused } = batch;
  const { clock, log, registry } = deps;
  const schedules = tx.selectFrom('schedules').where('merchant_id', '=', merchantId).where('id', '=', id);
  const schedule = await schedules.selectAll().forUpdate().executeTakeFirst();
  if (!schedule) {
    await scheduleJobs.remove(tx, merchantId, id);
    return 'waits';
  }
  const tenant = await merchantOf(tx, merchantId);
  const { resource, backend } = registry.state.resources.get(schedule.resource) ?? {};
  const action = resource?.actions.find(({ key }) => key === schedule.action);
  const actOnSlice = backend?.writer?.actOnSlice;
  const { type, merchant_no: merchantNo } = tenant;
  const isEntitled = resource && type !== 'test' && isFor(resource, { type, merchantNo });
  if (!action?.schedule || !actOnSlice || !isEntitled) return putOff(tx, schedule, clock.now());
  const now = clock.now();
  const { at } = action.schedule;
  const due = timeOn(schedule.next_on, at, tenant.time_zone);
  if (now < due && schedule.started_at === null) return wait(tx, schedule, due);

  // Another server has passed the record already.
  if (refused !== null && schedule.after_id !== null && schedule.after_id >= refused) return 'more';
  const slice = { merchantId, after: schedule.after_id, most };
  const { last, changed } =
    refused === null ? await actOnSlice(tx, actingOf(schedule, action), slice) : { last: refused, changed: 0 };
  const counted = {
    changed: schedule.changed + changed,
    refused: schedule.refused + (refused === null ? 0 : 1),
  };
  if (last !== null) {
    await change(tx, schedule, { ...counted, after_id: last, started_at: schedule.started_at ?? now });
    await wait(tx, schedule, addMilliseconds(now, leaseMs));
    return 'more';
  }
  const next_on = nextDay(now, at, tenant.time_zone, schedule.next_on);
  await change(tx, schedule, {
    next_on,
    after_id: null,
    started_at: null,
    changed: 0,
    refused: 0,
    last_on: schedule.next_on,
    last_changed: counted.changed,
    last_refused: counted.refused,
    finished_at: now,
  });
  if (counted.changed + counted.refused > 0)
    log.info({ ...counted, merchantId, action: `${schedule.resource}.${action.key}` }, 'A scheduled action has run');
  return wait(tx, schedule, timeOn(next_on, at, tenant.time_zone));
}

type Schedule = Selectable<SchedulesTable>;

function actingOf({ resource }: Schedule, { set, create, when, key }: Action) {
  return { set, create, when, action: `${resource}.${key}`, form: {}, seen: null };
}

async function change(tx: Tx, { merchant_id, id }: Schedule, values: Partial<Schedule>): Promise<void> {
  const schedule = tx.updateTable('schedules').where('merchant_id', '=', merchant_id).where('id', '=', id);
  await schedule.set(values).execute();
}

async function wait(tx: Tx, { merchant_id, id }: Schedule, due: Date): Promise<'waits'> {
  await sql`
    update schedule_jobs set due_at = ${due}, polls = 0
    where merchant_id = ${merchant_id} and schedule_id = ${id}`.execute(tx);
  return 'waits';
}

/** Leaves a schedule to a server that has its declaration. After a week without one, deletes it. */
async function putOff(tx: Tx, { merchant_id, id }: Schedule, now: Date): Promise<'waits'> {
  const { rows } = await sql<{ polls: number }>`
    update schedule_jobs set due_at = ${addMilliseconds(now, UNKNOWN_MS)}, polls = polls + 1
    where merchant_id = ${merchant_id} and schedule_id = ${id} returning polls`.execute(tx);
  if ((rows[0]?.polls ?? 0) < UNKNOWN_POLLS) return 'waits';
  await scheduleJobs.remove(tx, merchant_id, id);
  await tx.deleteFrom('schedules').where('merchant_id', '=', merchant_id).where('id', '=', id).execute();
  return 'waits';
}
