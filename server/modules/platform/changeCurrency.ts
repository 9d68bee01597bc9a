import { sql, type Transaction } from 'kysely';
import { scaleByIso } from '#shared/money/currencies.ts';
import { recordAudits, type AuditActor } from '#server/audit/recordAudit.ts';
import { lockTenant } from '#server/db/lockTenant.ts';
import type { Database } from '#server/db/schema.ts';
import { ValidationError } from '#server/errors.ts';
import { replaceUnusedWallet } from '#server/ledger/wallets.ts';
import { endSessions } from '../sessions/endSessions.ts';

type Tx = Transaction<Database>;

/**
 * Moves a merchant that has never had money to another currency: a new wallet, and no rates, since its channels are in
 * the previous currency. Its users are signed out, because their consoles would go on reading amounts in the previous one.
 *
 * @throws ValidationError on `currency` if the merchant has an order, a request, a batch or a ledger entry
 */
export async function changeCurrency(
  tx: Tx,
  actor: AuditActor,
  { id, from, to }: { id: string; from: string; to: string },
  at: Date,
): Promise<void> {
  await lockTenant(tx, id);
  // What refers to a channel waits here, and finds it gone.
  await sql`select id from channels where merchant_id = ${id} order by id for update`.execute(tx);
  const isUnused = !(await hasMoney(tx, id)) && (await replaceUnusedWallet(tx, id, { from, to }, at));
  if (!isUnused) throw new ValidationError({ currency: { key: 'currency_fixed', args: { currency: from } } });
  const removed = await tx.deleteFrom('channels').where('merchant_id', '=', id).returning(['id', 'code']).execute();
  await tx
    .updateTable('merchants')
    .set({ is_divide_hundred: scaleByIso(to) === 0 ? 0 : 1 })
    .where('merchant_id', '=', id)
    .execute();
  await endSessions(tx, { merchantId: id }, at);
  await recordAudits(
    tx,
    removed.map((rate) => ({
      ...{ actor, action: 'merchant_rates.delete', resource: 'merchant_rates', recordId: rate.id, at },
      ...{ before: { tenant_id: id, code: rate.code }, after: null },
    })),
  );
}

async function hasMoney(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ has_money: boolean }>`
    select exists (select from orders where merchant_id = ${id}) or exists (select from payouts where merchant_id = ${id})
      or exists (select from deposits where merchant_id = ${id})
      or exists (select from withdrawals where merchant_id = ${id})
      or exists (select from payment_requests where merchant_id = ${id})
      or exists (select from batch_transfers where merchant_id = ${id})
      or exists (select from adjustments where merchant_id = ${id})
      or exists (select from ledger_entries where merchant_id = ${id}) as has_money`.execute(tx);
  return rows[0]?.has_money !== false;
}
