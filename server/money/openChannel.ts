import type { Selectable } from 'kysely';
import type { ChannelsTable, DbOrTx, OpenChannelsView } from '#server/db/schema.ts';
import { idOrNone } from '#server/db/rows.ts';
import { ValidationError } from '#server/errors.ts';

export type Channel = Selectable<ChannelsTable>;
export type OpenChannel = Selectable<OpenChannelsView>;

/**
 * Returns the tenant's channel of that type if it accepts orders now.
 * @throws {ValidationError} on `channel_id` if there is none
 */
export async function openChannel(db: DbOrTx, merchantId: string, type: Channel['type'], id: string): Promise<Channel> {
  const channel = await channels(db, merchantId, type).where('id', '=', idOrNone(id)).executeTakeFirst();
  if (!channel) throw new ValidationError({ channel_id: { key: 'channel_unknown' } });
  if (channel.status !== 'enabled') throw new ValidationError({ channel_id: { key: channelClosedReason(channel) } });
  return channel;
}

/** Message key of why a channel accepts no orders. */
export function channelClosedReason({
  is_connected,
  lacks_account,
}: Pick<OpenChannel, 'is_connected' | 'lacks_account'>): string {
  if (lacks_account) return 'channel_no_account';
  return is_connected ? 'channel_disabled' : 'channel_not_connected';
}

/**
 * The tenant's channels of a type that accept orders now, by code. For withdrawals there is at most one, because users
 * don't choose it.
 */
export async function openChannels(db: DbOrTx, merchantId: string, type: Channel['type']): Promise<readonly Channel[]> {
  const open = await channels(db, merchantId, type).where('status', '=', 'enabled').orderBy('code').execute();
  return type === 'withdrawal' ? open.slice(0, 1) : open;
}

/** What the tenant's closed channels of that type lack: true if one has no adapter, or no account to pay to. */
export async function lacksOf(db: DbOrTx, merchantId: string, type: Channel['type']) {
  const closed = await channels(db, merchantId, type).where('status', '=', 'disabled').execute();
  return {
    adapter: closed.some(({ is_connected }) => !is_connected),
    account: closed.some(({ lacks_account }) => lacks_account),
  };
}

/** The channel of a tenant's withdrawals. @throws {ValidationError} on `amount` if there is none at the moment */
export async function withdrawalChannel(db: DbOrTx, merchantId: string): Promise<Channel> {
  const [channel] = await openChannels(db, merchantId, 'withdrawal');
  if (!channel) throw new ValidationError({ amount: { key: 'withdrawals_closed' } });
  return channel;
}

/** Terms of a channel in API form. */
export function shownTerms({ rate_bps, deduction, currency, ...channel }: Channel) {
  return {
    rate_bps,
    deduction,
    currency,
    fixed_fee: channel.fixed_fee.toString(),
    min_fee: channel.min_fee?.toString() ?? null,
    max_fee: channel.max_fee?.toString() ?? null,
    min_amount: channel.min_amount.toString(),
    max_amount: channel.max_amount.toString(),
  };
}

/** All of the tenant's channels of a type, with what keeps them from accepting orders. */
export function channelsOf(db: DbOrTx, merchantId: string, type: Channel['type']): Promise<OpenChannel[]> {
  return channels(db, merchantId, type).execute();
}

function channels(db: DbOrTx, merchantId: string, type: Channel['type']) {
  return db.selectFrom('v_channels').where('merchant_id', '=', merchantId).where('type', '=', type).selectAll();
}
