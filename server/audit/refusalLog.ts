import type { Db } from '#server/db/connect.ts';
import { recordAudit, type AuditEvent } from './recordAudit.ts';

export type RefusalLog = ReturnType<typeof createRefusalLog>;

/** Writes down what was refused. What can't be written is told to `onError`: the refusal stands all the same. */
export function createRefusalLog({ db, onError }: { db: Db; onError: (error: unknown) => void }) {
  let last: Promise<void> = Promise.resolve();

  const write = (refusal: AuditEvent): Promise<void> => db.transaction((tx) => recordAudit(tx, refusal)).catch(onError);

  return {
    write,
    /**
     * Writes it once `answered` has come; one after the other. For sign-ins: only users that there are have a log to be
     * written to, so a write before the answer would tell by its time who exists. A write of the same cost for unknown
     * names would have to be somewhere, and would let anybody fill it. On the embedded database, which works in this
     * very thread, a write that has merely begun would hold the answer up.
     */
    writeAfter(answered: Promise<void>, refusal: AuditEvent): void {
      last = Promise.all([last, answered]).then(() => write(refusal));
    },
    /** Resolves when all that was put off so far is written. */
    settled: () => last,
  };
}
