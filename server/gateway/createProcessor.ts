import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import type { DbLog } from '#server/db/dbLog.ts';
import { type Job, type JobQueue, UNMETERED, type WorkerMeter } from '#server/jobs/jobQueue.ts';

const FIRST_MS = 5_000;

const LONGEST_MS = 600_000;

/** In milliseconds but for the numbers of jobs. */
export interface ProcessorTimes {
  /** Jobs that this process works on at once. */
  atOnce: number;
  /** A tenant of which so many are under way gets no more, so that one cannot take all; absent: it can. */
  ofTenant?: number;
  /** How long a job is kept from other workers; longer than two answers of a channel may take. */
  leaseMs: number;
  /** How long a channel may take to answer. */
  answerMs: number;
  /** How often it looks for work while there is none. */
  idleMs: number;
}

export const PROCESSOR_TIMES: ProcessorTimes = { atOnce: 8, leaseMs: 60_000, answerMs: 20_000, idleMs: 500 };

/** After the database has failed, in milliseconds. */
const TROUBLE_MS = 1_000;

export interface Processor {
  /** Works until it is stopped. */
  start(): void;
  /** Begins nothing more, and waits for what is under way. */
  stop(): Promise<void>;
  /** Takes what is due now, once, and works on it. @returns how many jobs that were */
  step(): Promise<number>;
  /** Works at once on a job that nobody else has: whoever made it has kept it from the workers. Never rejects. */
  workOn(job: Job): Promise<void>;
}

/** What is worked on, and how. */
export interface Work {
  queue: Omit<JobQueue, 'add' | 'depth'>;
  /** For the log: `payout`. */
  subject: string;
  /**
   * Brings one as far as it goes at the moment. A job that is still there is put off.
   * @returns when it must be worked on again at the latest; null: it may wait; `done`: its job is removed or put off
   */
  work(this: void, job: Job): Promise<Date | null | 'done'>;
}

export interface ProcessorMeans {
  db: Db;
  clock: Clock;
  log: DbLog;
  meter?: WorkerMeter;
}

/**
 * Brings jobs to their end. Several processes may do so at once: each takes what no other has, for a time, so that
 * what a killed one leaves behind is taken up by the next.
 */
export function createProcessor(
  { db, clock, log, meter = UNMETERED }: ProcessorMeans,
  { queue, subject, work }: Work,
  times: ProcessorTimes = PROCESSOR_TIMES,
): Processor {
  const running = new Map<Promise<void>, Job>();
  const stopping = new AbortController();
  let looking: Promise<void> | undefined;

  async function claim(most: number): Promise<Job[]> {
    const now = clock.now();
    const until = new Date(now.getTime() + times.leaseMs);
    const { ofTenant } = times;
    if (ofTenant === undefined) return queue.claim(db.kysely, { now, until, most });
    return queue.claim(db.kysely, { now, until, most, mostOfTenant: ofTenant, without: tenantsWith(ofTenant) });
  }

  /** Those of which so many are under way. */
  function tenantsWith(most: number): string[] {
    const counts = new Map<string, number>();
    for (const { merchant_id } of running.values()) counts.set(merchant_id, (counts.get(merchant_id) ?? 0) + 1);
    return [...counts].flatMap(([tenant, count]) => (count >= most ? [tenant] : []));
  }

  async function bring(job: Job): Promise<void> {
    const latest = await tried(job, () => work(job));
    if (latest !== undefined) meter.worked();
    if (latest === 'done') return;
    // Of one that has its result the job is gone by now.
    await tried(job, () => queue.putOff(db.kysely, job, nextPoll(clock.now(), job.polls, latest ?? null)));
  }

  /** What fails here comes up again, at the latest when the job's time is over. */
  async function tried<T>({ id }: Job, act: () => Promise<T>): Promise<T | undefined> {
    try {
      return await act();
    } catch (error) {
      meter.failed();
      log.error({ err: error, id }, `A ${subject} could not be worked on; it will be tried again`);
      return undefined;
    }
  }

  function begin(job: Job): Promise<void> {
    const done = bring(job).finally(() => running.delete(done));
    running.set(done, job);
    return done;
  }

  /** @returns whether there was anything to begin */
  async function beginDue(): Promise<boolean> {
    const jobs = await claim(times.atOnce - running.size);
    meter.looked();
    for (const job of jobs) void begin(job);
    return jobs.length > 0;
  }

  async function look(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (running.size >= times.atOnce) await Promise.race(running.keys());
      else if (!(await beginDue())) await rest(times.idleMs);
    }
  }

  async function lookOn(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await look();
      } catch (error) {
        meter.failed();
        log.error({ err: error }, `Work on a ${subject} could not be looked for; it will be tried again`);
        await rest(TROUBLE_MS);
      }
    }
  }

  function rest(ms: number): Promise<unknown> {
    return pause(ms, undefined, { signal: stopping.signal }).catch(() => {});
  }

  return {
    start() {
      looking ??= lookOn();
    },
    async stop() {
      stopping.abort();
      await looking;
      await Promise.all(running.keys());
    },
    async step() {
      const jobs = await claim(times.atOnce);
      await Promise.all(jobs.map(bring));
      return jobs.length;
    },
    workOn: begin,
  };
}

/**
 * When to ask next about what has been put off so often: after 5, 10, 20 … seconds, ten minutes at most.
 * @param latest a moment not to be missed while it lies ahead
 */
function nextPoll(now: Date, polls: number, latest: Date | null): Date {
  const next = now.getTime() + Math.min(LONGEST_MS, FIRST_MS * 2 ** polls);
  const bound = latest && latest > now ? latest.getTime() : next;
  return new Date(Math.min(next, bound));
}
