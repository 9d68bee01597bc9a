import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { plainText } from '@merchant-console/declaration';
import { recordAudit } from '#server/audit/recordAudit.ts';
import { idOrNone, insertRows } from '#server/db/rows.ts';
import type { Tx } from '#server/db/schema.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import { ValidationError } from '#server/errors.ts';
import { instructionsOf, NO_INSTRUCTIONS } from '#server/money/instructions.ts';
import { readRecord } from '#server/resources/plainRecord.ts';
import type { RecordWriter } from '#server/resources/RecordSource.ts';
import { assertDecider, type Change, changeKept, type KeptRows, type PlatformDeps } from './changeKept.ts';
import { checkInstructions, instructions } from './instructions.ts';
import { opened } from './opened.ts';
import { checkTerms, DEFAULT_TERMS, terms } from './terms.ts';
import { changedTerms } from './widened.ts';

const CHANNELS: KeptRows = {
  resource: 'platform_channels',
  table: 'channels',
  key: 'id',
  view: 'v_platform_channels',
  writable: terms.extend({ name: z.string(), ...instructions }),
  check(channel, before) {
    checkTerms(channel, before);
    checkInstructions(channel);
  },
  widens: async (_tx, before, wanted) => changedTerms(before, wanted),
};

const newChannel = terms.extend({
  ...instructions,
  name: z.string(),
  code: z.string(),
  type: z.enum(['collection', 'payout', 'deposit', 'withdrawal']),
  currency: z.string(),
});

/** The platform's own channels. Closing one closes it for all merchants. */
export function platformChannelsWriter({ db, clock }: PlatformDeps): Pick<RecordWriter, 'create' | 'update'> {
  return {
    /** A channel that needs a second operator is created as disabled, and opened by that operator. */
    async create(tx, actor, values) {
      const { merchantId } = actor;
      const at = clock.now();
      await assertDecider(tx, actor, at);
      const given = newChannel.parse({ ...DEFAULT_TERMS, ...NO_INSTRUCTIONS, ...values });
      checkTerms(given);
      checkInstructions(given);
      const same = tx.selectFrom('channels').where('merchant_id', '=', merchantId).where('code', '=', given.code);
      if (await same.select('id').executeTakeFirst()) throw new ValidationError({ code: { key: 'not_unique' } });
      const id = uuidv7({ msecs: at.getTime() });
      const own = { merchant_id: merchantId, id, platform_channel_id: null, revision: 1 };
      const { name, code, type, currency } = given;
      const after = { name, code, type, currency, ...(type === 'deposit' && instructionsOf(given)) };
      const opening = await opened(tx, actor, { resource: 'platform_channels', id, tenantId: null, given, after }, at);
      await insertRows(tx, 'channels', [{ ...own, ...given, ...opening.row, created_at: at, updated_at: at }]);
      await recordAudit(tx, { actor, action: 'platform_channels.create', recordId: id, after, at });
      return { ...(await readRecord(tx, CHANNELS.view, merchantId, id)), ...opening.shown };
    },

    update: (actor, target, values) =>
      db.transaction((tx) => changePlatformChannel(tx, clock, { actor, target, values })),
  };
}

export const changePlatformChannel: Change = (tx, clock, change) => changeKept(tx, CHANNELS, clock, change);

const RATES: KeptRows = {
  resource: 'merchant_rates',
  table: 'channels',
  key: 'id',
  view: 'v_merchant_rates',
  writable: terms,
  check: checkTerms,
  widens: async (_tx, before, wanted) => changedTerms(before, wanted),
  tenantOf: ({ tenant_id }) => plainText(tenant_id),
};

const newRate = terms.extend({ tenant_id: z.string(), channel_id: z.string() });

/** Merchants' rates on the platform's channels. Orders keep the rate they were created with. */
export function merchantRatesWriter({ db, clock }: PlatformDeps): Pick<RecordWriter, 'create' | 'update'> {
  return {
    async create(tx, actor, values) {
      const at = clock.now();
      await assertDecider(tx, actor, at);
      const { tenant_id, channel_id, ...given } = newRate.parse({ ...DEFAULT_TERMS, ...values });
      checkTerms(given);
      const { name, code, type, currency } = await channelFor(tx, tenant_id, channel_id);
      const id = uuidv7({ msecs: at.getTime() });
      const own = { merchant_id: tenant_id, id, platform_channel_id: channel_id, name, code, type, currency };
      const after = { tenant_id, channel_id, rate_bps: given.rate_bps };
      const opening = await opened(
        tx,
        actor,
        { resource: 'merchant_rates', id, tenantId: tenant_id, given, after },
        at,
      );
      await insertRows(tx, 'channels', [
        { ...own, ...given, ...NO_INSTRUCTIONS, ...opening.row, revision: 1, created_at: at, updated_at: at },
      ]);
      await recordAudit(tx, { actor, action: 'merchant_rates.create', recordId: id, after, at });
      return { ...(await readRecord(tx, RATES.view, actor.merchantId, id)), ...opening.shown };
    },

    update: (actor, target, values) => db.transaction((tx) => changeMerchantRate(tx, clock, { actor, target, values })),
  };
}

export const changeMerchantRate: Change = (tx, clock, change) => changeKept(tx, RATES, clock, change);

/**
 * A platform channel in the currency of the merchant's wallet that it doesn't have yet.
 * @throws {ValidationError} on `tenant_id` or `channel_id` if there is none
 */
async function channelFor(tx: Tx, tenantId: string, channelId: string) {
  const tenant = await tx
    .selectFrom('merchants')
    .where('merchant_id', '=', idOrNone(tenantId))
    .where('type', '=', 'merchant')
    .select('currency')
    .executeTakeFirst();
  if (!tenant) throw new ValidationError({ tenant_id: { key: 'reference_missing' } });
  const channel = await tx
    .selectFrom('channels')
    .where('merchant_id', '=', PLATFORM_ID)
    .where('id', '=', idOrNone(channelId))
    .select(['name', 'code', 'type', 'currency'])
    .executeTakeFirst();
  if (!channel) throw new ValidationError({ channel_id: { key: 'channel_unknown' } });
  if (channel.currency !== tenant.currency)
    throw new ValidationError({ channel_id: { key: 'channel_other_currency' } });
  const own = tx.selectFrom('channels').where('merchant_id', '=', tenantId).where('code', '=', channel.code);
  if (await own.select('id').executeTakeFirst()) throw new ValidationError({ channel_id: { key: 'channel_taken' } });
  return channel;
}
