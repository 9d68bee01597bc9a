import type { Db } from '#server/db/connect.ts';
import { recordAudit, type AuditEvent } from './recordAudit.ts';

export type RefusalLog = ReturnType<typeof createRefusalLog>;

/** Writes refused calls to the audit log. Passes write errors to `onError`, because the refusal stands in any case. */
export function createRefusalLog({ db, onError }: { db: Db; onError: (error: unknown) => void }) {
  let last: Promise<void> = Promise.resolve();

  const write = (refusal: AuditEvent): Promise<void> => db.transaction((tx) => recordAudit(tx, refusal)).catch(onError);

  return {
    write,
    /**
     * Writes the entry after `answered` resolves, one entry at a time. For sign-ins: only existing users have a log, so
     * writing before the response would reveal by its timing which usernames exist. A dummy write for unknown names
     * would let anyone fill the table. On the embedded database, which shares this thread, even a started write would
     * delay the response.
     */
    writeAfter(answered: Promise<void>, refusal: AuditEvent): void {
      last = Promise.all([last, answered]).then(() => write(refusal));
    },
    /** Resolves when all deferred entries are written. */
    settled: () => last,
  };
}
