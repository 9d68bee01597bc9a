import { sql } from 'kysely';
import { recordAudit } from '#server/audit/recordAudit.ts';
import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { Db } from '#server/db/connect.ts';
import { idOrNone } from '#server/db/rows.ts';
import { NotFoundError, orNotFound } from '#server/errors.ts';
import type { RecordWriter } from '#server/resources/RecordSource.ts';

/** Tables with an encrypted `card_number`, each named like the resource that reads it. */
type AccountTable = 'bankcards' | 'payees' | 'payouts' | 'withdrawals' | 'payment_requests';

/** Returns the full card or account number of a record and logs the access; the log contains only the masked number. */
export function revealAccount(
  { db, clock, cipher }: { db: Db; clock: Clock; cipher: Cipher },
  resource: AccountTable,
): RecordWriter['reveal'] {
  return (actor, id, source) =>
    db.transaction(async (tx) => {
      if (source !== 'card_number') throw new NotFoundError();
      const { rows } = await sql<{ card_number: string; card_number_masked: string }>`
        select card_number, card_number_masked from ${sql.table(resource)}
        where merchant_id = ${actor.merchantId} and id = ${idOrNone(id)}`.execute(tx);
      const row = orNotFound(rows[0]);
      const value = cipher.decrypt(row.card_number);
      const shown = { card_number: row.card_number_masked };
      const sides = { before: shown, after: shown };
      await recordAudit(tx, { actor, action: `${resource}.reveal`, recordId: id, ...sides, at: clock.now() });
      return value;
    });
}
