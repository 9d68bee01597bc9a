import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '#server/db/connect.ts';
import type { DbLog } from '#server/db/dbLog.ts';
import { FOLDED_AT_ONCE, foldDeltas } from './foldDeltas.ts';

/** How often it looks for changes, in milliseconds. Figures are right without it; reading them takes longer then. */
const IDLE_MS = 2_000;

/** Folds changes of orders into their sums until it is stopped. */
export function createFolder({ db, log }: { db: Db; log: DbLog }) {
  const stopping = new AbortController();
  let folding: Promise<void> | undefined;

  async function fold(): Promise<void> {
    while (!stopping.signal.aborted) {
      const folded = await foldDeltas(db).catch((error: unknown) => {
        log.error({ err: error }, 'Sums of orders could not be folded; it will be tried again');
        return 0;
      });
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
