import type { Kysely } from 'kysely';
import type { Database } from '#server/db/schema.ts';
import { openChannel, withdrawalChannel, type Channel } from './openChannel.ts';
import { chargeWithin, type Charge } from './quote.ts';
import { tenantSettings, type TenantSettings } from './tenantSettings.ts';

/** What somebody wants to move, and over what; nobody chooses the channel of a withdrawal. */
export type Move =
  { type: 'withdrawal'; amount: bigint } | { type: 'deposit' | 'payout'; channelId: string; amount: bigint };

export interface Terms {
  tenant: TenantSettings;
  channel: Channel;
  charge: Charge;
}

/**
 * What a move would cost now, and by whose rule. Takes no lock, so that it can be asked before anything is decided.
 * @param move amount in minor units
 * @throws ValidationError on `channel_id` or `amount`
 */
export async function termsOf(db: Kysely<Database>, merchantId: string, move: Move): Promise<Terms> {
  const tenant = await tenantSettings(db, merchantId);
  const channel =
    move.type === 'withdrawal'
      ? await withdrawalChannel(db, merchantId)
      : await openChannel(db, merchantId, move.type, move.channelId);
  return { tenant, channel, charge: chargeWithin(channel, move.amount, tenant) };
}
