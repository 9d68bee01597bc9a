import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { millisecondsInMinute } from 'date-fns/constants';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import type { DbLog } from '#server/db/dbLog.ts';
import { claimInTurns, type Source } from './claimInTurns.ts';
import { type Job, type JobQueue, UNMETERED, type WorkerMeter } from './jobQueue.ts';

const FIRST_MS = 5_000;

const LONGEST_MS = 10 * millisecondsInMinute;

/** Times in milliseconds, and numbers of jobs. */
export interface ProcessorTimes {
  /** Concurrent jobs in this process. */
  atOnce: number;
  /** Concurrent jobs per tenant, so that one can't take all; unlimited if absent. */
  ofTenant?: number;
  /** How long a claim hides a job from other workers; longer than two answers of a channel. */
  leaseMs: number;
  /** Time a channel may take to answer. */
  answerMs: number;
  /** Poll interval while there is no work. */
  idleMs: number;
  /**
   * Pause after a claim that found fewer jobs than it could have taken, so that those which become due meanwhile are claimed
   * together and can share transactions; none if absent.
   */
  gatherMs?: number;
}

export const PROCESSOR_TIMES: ProcessorTimes = { atOnce: 8, leaseMs: 60_000, answerMs: 20_000, idleMs: 500 };

/** `gatherMs` of jobs that are worked on in groups. Short beside the five seconds until an order's first query. */
export const GATHER_MS = 100;

/** Pause after a database error, in milliseconds. */
const TROUBLE_MS = 1_000;

export interface Processor {
  /** What it works on, such as `payout`. */
  readonly subject: string;
  /** Works until `stop`. */
  start(): void;
  /** Starts no new jobs and waits for the running ones. */
  stop(): Promise<void>;
  /** Claims and processes the due jobs once. @returns the number of jobs */
  step(): Promise<number>;
  /** Processes a job that its creator has already claimed. Never rejects. */
  workOn(job: Job): Promise<void>;
}

/** The queue and the work on its jobs. */
interface Work {
  queue: Omit<JobQueue, 'add' | 'depth'>;
  /** For the log, such as `payout`. */
  subject: string;
  /**
   * Advances a record as far as possible. If the job still exists afterwards, it is put off.
   * @returns the time by which it must be processed again; null if there is none; `done` if the work has removed or put
   * off the job itself
   */
  work(this: void, job: Job): Promise<Date | null | 'done'>;
}

export interface ProcessorDeps {
  db: Db;
  clock: Clock;
  log: DbLog;
  meter?: WorkerMeter;
}

/** Runs jobs, and knows those that are running. */
function createRunner({ db, clock, log, meter = UNMETERED }: ProcessorDeps, { queue, subject, work }: Work) {
  const running = new Map<Promise<void>, Job>();

  async function bring(job: Job): Promise<void> {
    const latest = await tried(job, () => work(job));
    if (latest !== undefined) meter.worked();
    if (latest === 'done') return;
    // No-op for a finished record, whose job has been removed.
    await tried(job, () => queue.putOff(db.kysely, job, nextPoll(clock.now(), job.polls, latest ?? null)));
  }

  /** After an error the job becomes due again when its claim expires. */
  async function tried<T>({ id }: Job, act: () => Promise<T>): Promise<T | undefined> {
    try {
      return await act();
    } catch (error) {
      meter.failed();
      log.error({ err: error, id }, `A ${subject} failed; will retry`);
      return undefined;
    }
  }

  function begin(job: Job): Promise<void> {
    const done = bring(job).finally(() => running.delete(done));
    running.set(done, job);
    return done;
  }

  /** Number of running jobs of each tenant. */
  function countByTenant(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { merchant_id } of running.values()) counts.set(merchant_id, (counts.get(merchant_id) ?? 0) + 1);
    return counts;
  }

  return { running, bring, begin, countByTenant };
}

/**
 * Processes the jobs of a queue. Several processes may do so at once: each claims jobs for a limited time, so those of
 * a killed process are taken over.
 */
export function createProcessor(deps: ProcessorDeps, kind: Work, times: ProcessorTimes = PROCESSOR_TIMES): Processor {
  const { db, clock, log, meter = UNMETERED } = deps;
  const { queue, subject } = kind;
  const { running, bring, begin, countByTenant } = createRunner(deps, kind);
  const stopping = new AbortController();
  const { ofTenant = Infinity } = times;
  let looking: Promise<void> | undefined;

  const source: Source = {
    dueTenants: (now) => queue.dueTenants(db, now),
    claim: (asked) => queue.claim(db, asked),
  };
  const claimDue = claimInTurns(source);

  async function claim(most: number, claims = claimDue): Promise<Job[]> {
    const now = clock.now();
    const until = new Date(now.getTime() + times.leaseMs);
    const counts = countByTenant();
    const placesOf = (tenant: string) => ofTenant - (counts.get(tenant) ?? 0);
    const { jobs, problem } = await claims({ now, until, most, placesOf });
    if (problem !== undefined) troubled(problem);
    return jobs;
  }

  function troubled(error: unknown): void {
    meter.failed();
    log.error({ err: error }, `Failed to look for a due ${subject}; will retry`);
  }

  /** True if a tenant has as many running jobs as it may have, so that more may be due than was claimed. */
  function isLimited(): boolean {
    return [...countByTenant().values()].some((count) => count >= ofTenant);
  }

  /** @returns the number of jobs that were claimed */
  async function beginDue(most: number): Promise<number> {
    const jobs = await claim(most);
    meter.looked();
    for (const job of jobs) void begin(job);
    return jobs.length;
  }

  async function look(): Promise<void> {
    while (!stopping.signal.aborted) {
      const places = [...running.keys()];
      const free = times.atOnce - places.length;
      const begun = free > 0 ? await beginDue(free) : 0;
      if (free <= 0) await oneDone(places);
      else if (begun === 0) await idle(places);
      else if (begun < free && times.gatherMs !== undefined && !isLimited()) await rest(times.gatherMs);
    }
  }

  /** Jobs of a group end together, so that their places are filled by one claim. */
  async function oneDone(jobs: readonly Promise<void>[]): Promise<void> {
    await Promise.race(jobs);
    await turn();
  }

  /** @param places the jobs before the last claim. When one has ended, a tenant that had no place left may have one. */
  async function idle(places: readonly Promise<void>[]): Promise<void> {
    const ended = new AbortController();
    if (ofTenant !== Infinity) void oneDone(places).then(() => ended.abort());
    await rest(times.idleMs, ended.signal);
  }

  async function lookOn(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await look();
      } catch (error) {
        troubled(error);
        await rest(TROUBLE_MS);
      }
    }
  }

  function rest(ms: number, earlier?: AbortSignal): Promise<unknown> {
    const signal = earlier ? AbortSignal.any([stopping.signal, earlier]) : stopping.signal;
    return pause(ms, undefined, { signal }).catch(() => {});
  }

  return {
    subject,
    start() {
      looking ??= db.inBackground(lookOn);
    },
    async stop() {
      stopping.abort();
      await looking;
      await Promise.all(running.keys());
    },
    async step() {
      const jobs = await claim(times.atOnce, claimInTurns(source));
      await Promise.all(jobs.map(bring));
      return jobs.length;
    },
    workOn: begin,
  };
}

/**
 * The time of the next query: after 5, 10, 20 … seconds, at most ten minutes.
 * @param latest a future time not to be missed, or null
 */
export function nextPoll(now: Date, polls: number, latest: Date | null): Date {
  const next = now.getTime() + Math.min(LONGEST_MS, FIRST_MS * 2 ** polls);
  const bound = latest && latest > now ? latest.getTime() : next;
  return new Date(Math.min(next, bound));
}
