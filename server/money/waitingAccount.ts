import { addHours } from 'date-fns/addHours';
import { sql } from 'kysely';
import { type AuditEvent, recordAudit } from '#server/audit/recordAudit.ts';
import { changedSources, only } from '#server/audit/sides.ts';
import type { DbOrTx, Tx } from '#server/db/schema.ts';
import { tenantSettings } from './tenant.ts';

/** A bank card or saved payee. It can receive money once its waiting period is over. */
interface WaitingAccount {
  name: string;
  bank_name: string;
  card_hash: string | null;
  card_number_masked: string;
}

/** True if a change redirects money, so that the waiting period starts again. */
export function redirectsMoney(before: WaitingAccount, after: WaitingAccount): boolean {
  return changedSources(['card_hash', 'name', 'bank_name'], before, after).length > 0;
}

/** When an account was last changed so that it redirects money, or enabled again; null if never since it was added. */
export async function lastRedirection(
  db: DbOrTx,
  { merchantId, resource, id }: { merchantId: string; resource: 'bankcards' | 'payees'; id: string },
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(at) as at from audit_logs
    where merchant_id = ${merchantId} and resource = ${resource} and record_id = ${id}
      and (action = ${`${resource}.enable`} or action = ${`${resource}.edit`}
        and after ?| array['card_number', 'name', 'bank_name'])`.execute(db);
  return rows[0]?.at ?? null;
}

/** Time from which an account changed at `at` can be used. */
export async function waitingEnd(tx: Tx, merchantId: string, at: Date): Promise<Date> {
  const { card_cooling_hours } = await tenantSettings(tx, merchantId);
  return addHours(at, card_cooling_hours);
}

/** Those of `sources` that differ. Numbers are compared by hash, because different numbers may have the same mask. */
export function changedInAccount<Source extends string, Account extends WaitingAccount & Record<Source, unknown>>(
  sources: readonly Source[],
  before: Account,
  after: Account,
): Source[] {
  const compared = (account: Account) => ({ ...account, card_number: account.card_hash });
  return changedSources(sources, compared(before), compared(after));
}

/** Logs an account's changes, or a new account if there was none before. Numbers are masked. */
export async function auditAccount<Source extends string, Account extends WaitingAccount & Record<Source, unknown>>(
  tx: Tx,
  event: Pick<AuditEvent, 'actor' | 'action' | 'at' | 'recordId'>,
  sources: readonly Source[],
  { before, after }: { before: Account | null; after: Account },
): Promise<void> {
  const changed = before ? changedInAccount(sources, before, after) : sources;
  const logged = (account: Account) => only(changed, { ...account, card_number: account.card_number_masked });
  await recordAudit(tx, { ...event, before: before && logged(before), after: logged(after) });
}
