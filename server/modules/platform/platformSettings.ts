import { sql } from 'kysely';
import { z } from 'zod';
import { scaleByIso } from '@merchant-console/declaration';
import type { Clock } from '#server/clock.ts';
import type { Tx } from '#server/db/schema.ts';
import { readRecord } from '#server/resources/plainRecord.ts';
import type { RecordWriter, WireRecord } from '#server/resources/RecordSource.ts';
import { type Change, changeKept, type KeptChange, type KeptRows, type PlatformDeps } from './changeKept.ts';
import { assertTenantValues, assertThresholdFits } from './createMerchant.ts';
import { amount, flag, optionalText } from './terms.ts';
import { widenedOfPlatform } from './widened.ts';

const SETTINGS: KeptRows = {
  resource: 'platform_settings',
  table: 'merchants',
  key: 'merchant_id',
  view: 'v_platform_settings',
  writable: z.object({
    name: z.string(),
    short_name: optionalText,
    currency: z.string(),
    time_zone: z.string(),
    approval_threshold: amount,
    card_cooling_hours: z.int(),
    people_waiting_hours: z.int(),
    strict_checkers: flag,
    refuse_md5: flag,
  }),
  widens: async (_tx, before, wanted) => widenedOfPlatform(before, wanted),
};

/** The platform itself has no notification URL. */
const OWN_RULES = { privateNotifyUrls: false, notifyUrlPorts: [] };

/**
 * Changes the platform's settings, with an audit entry. The currency may change at any time: it is only the default of
 * figures and new merchants, because every amount has its own.
 * @throws {ValidationError} if the currency or time zone doesn't exist
 */
export async function changePlatformSettings(tx: Tx, clock: Clock, change: KeptChange): Promise<WireRecord> {
  const { target, values } = change;
  assertTenantValues(values, OWN_RULES);
  const after = await changeKept(tx, SETTINGS, clock, change);
  const isDivideHundred = scaleByIso(String(after['currency'])) === 0 ? 0 : 1;
  await sql`update merchants set is_divide_hundred = ${isDivideHundred} where merchant_id = ${target.id}`.execute(tx);
  return after;
}

/** The editor of the platform's settings. A change to a currency with other decimals must contain the threshold for new merchants. */
export function platformSettingsWriter({ db, clock }: PlatformDeps): Pick<RecordWriter, 'update'> {
  return {
    update: (actor, target, values) =>
      db.transaction((tx) => changeFittingSettings(tx, clock, { actor, target, values })),
  };
}

/** Like `changePlatformSettings`. @throws {ValidationError} also on `approval_threshold` if a new currency needs another */
export const changeFittingSettings: Change = async (tx, clock, change) => {
  const before = await readRecord(tx, SETTINGS.view, change.actor.merchantId, change.target.id);
  // Before the change, which may then wait for a second operator.
  assertTenantValues(change.values, OWN_RULES);
  assertThresholdFits(change.values, { ...before, ...change.values, id: before.id }, String(before['currency']));
  return changePlatformSettings(tx, clock, change);
};
