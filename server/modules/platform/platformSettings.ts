import { sql, type Transaction } from 'kysely';
import { z } from 'zod';
import { scaleByIso } from '#shared/money/currencies.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/db/schema.ts';
import type { RecordWriter, WireRecord } from '#server/resources/RecordSource.ts';
import { changeKept, type KeptChange, type KeptRows, type PlatformMeans } from './changeKept.ts';
import { assertTenantValues } from './createMerchant.ts';
import { amount, optionalText } from './terms.ts';

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
  }),
};

/**
 * Changes the platform's settings, with their audit record. The platform's currency may change at any time: it is the one
 * that figures and new merchants begin with, and every amount has a currency of its own.
 * @throws ValidationError for a currency or a time zone that there is not
 */
export async function changePlatformSettings(
  tx: Transaction<Database>,
  clock: Clock,
  change: KeptChange,
): Promise<WireRecord> {
  const { target, values } = change;
  // The platform itself has no notification URL.
  assertTenantValues(values, { privateNotifyUrls: false, notifyUrlPorts: [] });
  const after = await changeKept(tx, SETTINGS, clock, change);
  const isDivideHundred = scaleByIso(String(after['currency'])) === 0 ? 0 : 1;
  await sql`update merchants set is_divide_hundred = ${isDivideHundred} where merchant_id = ${target.id}`.execute(tx);
  return after;
}

/** Where operators change how the platform works. */
export function platformSettingsWriter({ db, clock }: PlatformMeans): Pick<RecordWriter, 'update'> {
  return {
    update: (actor, target, values) =>
      db.transaction((tx) => changePlatformSettings(tx, clock, { actor, target, values })),
  };
}
