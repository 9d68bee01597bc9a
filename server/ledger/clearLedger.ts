import type { Transaction } from 'kysely';
import type { Database } from '#server/db/schema.ts';

/**
 * Empties the ledger and all wallets. Only for demo data that is made anew: entries are otherwise never taken back.
 *
 * @returns the number of ledger transactions that there were
 */
export async function clearLedger(tx: Transaction<Database>): Promise<bigint> {
  await tx.deleteFrom('ledger_lines').execute();
  await tx.deleteFrom('ledger_entries').execute();
  const { numDeletedRows } = await tx.deleteFrom('ledger_transactions').executeTakeFirst();
  const nothing = { available: 0n, frozen: 0n, available_seq: 0n, frozen_seq: 0n, lines: 0n };
  await tx.updateTable('wallets').set(nothing).execute();
  return numDeletedRows;
}
