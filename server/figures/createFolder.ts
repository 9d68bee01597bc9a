import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '#server/db/connect.ts';
import type { DbLog } from '#server/db/dbLog.ts';
import { UNMETERED, type WorkerMeter } from '#server/jobs/WorkerMeter.ts';
import { FOLDED_AT_ONCE, foldDeltas } from './foldDeltas.ts';

/** How often it looks for changes, in milliseconds. Figures are right without it; reading them takes longer then. */
const IDLE_MS = 2_000;

/** Folds changes of orders into their sums until it is stopped. */
export function createFolder({ db, log, meter = UNMETERED }: { db: Db; log: DbLog; meter?: WorkerMeter }) {
  const stopping = new AbortController();
  let folding: Promise<void> | undefined;

  async function foldOnce(): Promise<number> {
    try {
      const folded = await foldDeltas(db);
      if (folded > 0) meter.worked();
      else meter.looked();
      return folded;
    } catch (error) {
      meter.failed();
      log.error({ err: error }, 'Sums of orders could not be folded; it will be tried again');
      return 0;
    }
  }

  async function fold(): Promise<void> {
    while (!stopping.signal.aborted) {
      const folded = await foldOnce();
      if (folded < FOLDED_AT_ONCE) await pause(IDLE_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  return {
    start(): void {
      folding ??= fold();
    },
    /** Waits for what is under way. */
    async stop(): Promise<void> {
      stopping.abort();
      await folding;
    },
  };
}
