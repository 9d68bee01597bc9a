import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { z } from 'zod';
import { scaleByIso } from '@merchant-console/declaration';
import { type AuditActor, recordAudit, recordAudits, systemActor } from '#server/audit/recordAudit.ts';
import { only } from '#server/audit/sides.ts';
import { lockTenant, merchantOf, PLATFORM_ID } from '#server/db/tenants.ts';
import type { Tx } from '#server/db/schema.ts';
import { ValidationError } from '#server/errors.ts';
import { replaceUnusedWallet } from '#server/ledger/wallets.ts';
import { optionalTextIn } from '#server/money/readForm.ts';
import { readRecord } from '#server/resources/plainRecord.ts';
import type { RecordWriter, WireRecord } from '#server/resources/RecordSource.ts';
import type { Actions } from '#server/resources/ResourceBackend.ts';
import { notifyOfChange } from '../notifications/service.ts';
import { pendingChange } from '../operatorRequests/service.ts';
import { endSessions } from '../sessions/endSession.ts';
import { type Change, changeKept, type KeptRows, type PlatformDeps } from './changeKept.ts';
import {
  assertTenantValues,
  assertThresholdFits,
  createMerchant,
  inviteMerchantOwner,
  MERCHANTS_VIEW,
} from './createMerchant.ts';
import { resume, suspend } from './suspension.ts';
import { amount, flag, optionalAmount, optionalText } from './terms.ts';
import { widenedOfMerchant } from './widened.ts';

const MERCHANTS: KeptRows = {
  resource: 'merchants',
  table: 'merchants',
  key: 'merchant_id',
  view: MERCHANTS_VIEW,
  writable: z.object({
    name: z.string(),
    short_name: optionalText,
    contact_name: optionalText,
    phone: optionalText,
    email: optionalText,
    currency: z.string(),
    time_zone: z.string(),
    approval_threshold: amount,
    daily_total: optionalAmount,
    sum_window_hours: z.int(),
    only_saved_payees: flag,
    card_cooling_hours: z.int(),
    people_waiting_hours: z.int(),
    strict_checkers: flag,
    notify_url: optionalText,
    refuse_md5: flag,
    keys_over_limit: z.enum(['refuse', 'approve']),
    remark: optionalText,
  }),
  widens: widenedOfMerchant,
  tenantOf: ({ id }) => id,
  async changeRest(tx, actor, { before: { id, currency: from }, wanted, at }) {
    const to = optionalTextIn(wanted, 'currency');
    if (to !== null && typeof from === 'string' && to !== from) await changeCurrency(tx, actor, { id, from, to }, at);
  },
};

/** Fields with defaults in the form of a new merchant that can't be empty afterwards. */
const NEVER_EMPTY = [
  'currency',
  'time_zone',
  'approval_threshold',
  'sum_window_hours',
  'card_cooling_hours',
  'people_waiting_hours',
  'keys_over_limit',
] as const;

/** The platform's data on merchants. */
export function merchantsWriter(deps: PlatformDeps): Pick<RecordWriter, 'create' | 'update'> {
  const { db, clock } = deps;
  return {
    async create(tx, actor, values) {
      const id = await createMerchant(tx, deps, actor, values);
      const record = await readRecord(tx, MERCHANTS_VIEW, PLATFORM_ID, id);
      const { pending_change } = await pendingChange(tx, id);
      return { ...record, ...(pending_change !== null && { pending_change }) };
    },

    async update(actor, target, values) {
      const emptied = NEVER_EMPTY.filter((source) => values[source] === null);
      if (emptied.length > 0) {
        throw new ValidationError(Object.fromEntries(emptied.map((source) => [source, { key: 'required' }])));
      }
      assertTenantValues(values, deps);
      return db.transaction((tx) => changeMerchant(tx, clock, { actor, target, values }));
    },
  };
}

/** @throws {ValidationError} on `currency` or `approval_threshold` if the currency can't be changed like this */
export const changeMerchant: Change = async (tx, clock, change) => {
  const { actor, target, values } = change;
  const before = await readRecord(tx, MERCHANTS_VIEW, PLATFORM_ID, target.id);
  const { currency: from } = before;
  const to = optionalTextIn(values, 'currency');
  const isOther = to !== null && typeof from === 'string' && to !== from;
  // Before anything waits for a second operator, who couldn't mend it.
  if (isOther) {
    if (await hasMoney(tx, target.id)) throw fixedCurrency(from);
    assertThresholdFits(values, { ...before, ...values }, from);
  }
  const after = await changeKept(tx, MERCHANTS, clock, change);
  if (!('pending_change' in after)) await tellMerchant(tx, { actor, id: target.id, before, after }, clock.now());
  return after;
};

/** What the platform alone sees of a merchant. */
const OF_PLATFORM_ALONE = ['remark'];

/** Logs a change of a merchant's settings in the merchant's own log, and notifies its owners. */
async function tellMerchant(
  tx: Tx,
  { actor, id, before, after }: { actor: AuditActor; id: string; before: WireRecord; after: WireRecord },
  at: Date,
): Promise<void> {
  const changed = Object.keys(MERCHANTS.writable.shape).filter(
    (source) => !OF_PLATFORM_ALONE.includes(source) && !isDeepStrictEqual(before[source], after[source]),
  );
  if (changed.length === 0) return;
  const by = { ...actor, name: (await merchantOf(tx, PLATFORM_ID)).name };
  const sides = { before: only(changed, before), after: only(changed, after) };
  const about = { resource: 'payment_rules', id };
  await notifyOfChange(tx, { merchantId: id, about, by, currency: String(after['currency']), ...sides, at });
  const outsider = { ...systemActor(id), name: by.name };
  await recordAudit(tx, { actor: outsider, action: 'payment_rules.edit', recordId: id, ...sides, at });
}

/** Actions of operators on merchants. */
export function merchantsActions(deps: PlatformDeps): Actions {
  return {
    invite: (tx, { actor, id, language }) => inviteMerchantOwner(tx, deps, actor, { id, language }),
    suspend: suspend(deps),
    resume: resume(deps),
  };
}

/**
 * Changes the currency of an unused merchant: creates a new wallet and removes its rates, because its channels are in
 * the previous currency. Ends its sessions, whose consoles would still format the previous one.
 *
 * @throws {ValidationError} on `currency` if the merchant has an order, request, batch or ledger entry
 */
async function changeCurrency(
  tx: Tx,
  actor: AuditActor,
  { id, from, to }: { id: string; from: string; to: string },
  at: Date,
): Promise<void> {
  await lockTenant(tx, id);
  // Concurrent inserts that refer to a channel wait here, and then find it gone.
  await sql`select id from channels where merchant_id = ${id} order by id for update`.execute(tx);
  const isUnused = !(await hasMoney(tx, id)) && (await replaceUnusedWallet(tx, id, { from, to }, at));
  if (!isUnused) throw fixedCurrency(from);
  const removed = await tx.deleteFrom('channels').where('merchant_id', '=', id).returning(['id', 'code']).execute();
  await tx
    .updateTable('merchants')
    // The test side has the previous currency. The next switch creates another.
    .set({ is_divide_hundred: scaleByIso(to) === 0 ? 0 : 1, test_merchant_id: null })
    .where('merchant_id', '=', id)
    .execute();
  await endSessions(tx, { merchantId: id }, at);
  await recordAudits(
    tx,
    removed.map((rate) => ({
      actor,
      action: 'merchant_rates.delete',
      recordId: rate.id,
      at,
      before: { tenant_id: id, code: rate.code },
    })),
  );
}

function fixedCurrency(currency: string): ValidationError {
  return new ValidationError({ currency: { key: 'currency_fixed', args: { currency } } });
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
