import type { Kysely } from 'kysely';
import type { Database } from '#server/db/schema.ts';
import { ValidationError } from '#server/errors.ts';
import { chargeWithin, type Charge } from '#server/money/quote.ts';
import { tenantSettings, type TenantSettings } from '#server/money/tenantSettings.ts';
import { closedBecause, type Channel } from '#server/money/openChannel.ts';

/** What an order costs over the channel that its merchant names. */
export interface GatewayTerms {
  tenant: TenantSettings;
  channel: Channel;
  charge: Charge;
}

/**
 * @param order channel by its code or its id, amount in minor units
 * @throws ValidationError on `channel` or `amount`
 */
export async function gatewayTerms(
  db: Kysely<Database>,
  merchantId: string,
  { type, channel: name, amount }: { type: 'collection' | 'payout'; channel: string; amount: bigint },
): Promise<GatewayTerms> {
  const tenant = await tenantSettings(db, merchantId);
  const rows = await db
    .selectFrom('v_channels')
    .where('merchant_id', '=', merchantId)
    .where('type', '=', type)
    .selectAll()
    .execute();
  const channel = rows.find((row) => isNamed(row, name));
  if (!channel) throw new ValidationError({ channel: { key: 'channel_unknown' } });
  if (channel.status !== 'enabled') throw new ValidationError({ channel: { key: closedBecause(channel) } });
  return { tenant, channel, charge: chargeWithin(channel, amount, tenant) };
}

/** Whether a merchant means this channel, by its code or its id. */
export function isNamed({ id, code }: Pick<Channel, 'id' | 'code'>, name: string): boolean {
  return name === code || name.toLowerCase() === id;
}
