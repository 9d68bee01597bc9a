import type { DbOrTx } from '#server/db/schema.ts';
import { OrderDiffersError, ValidationError, type Message } from '#server/errors.ts';
import { channelClosedReason, channelsOf, type Channel, type OpenChannel } from '#server/money/openChannel.ts';
import { chargeWithin, type Charge } from '#server/money/quote.ts';
import { tenantSettings, type TenantSettings } from '#server/money/tenant.ts';
import { notifyUrlProblem, type NotifyRules, webUrl } from '#server/network/notifyUrl.ts';

interface Urls {
  notify_url?: string | undefined;
  return_url?: string | undefined;
}

/** Cost of an order on the requested channel. */
interface GatewayTerms {
  tenant: TenantSettings;
  channel: Channel;
  charge: Charge;
}

/**
 * @param order channel by code or ID, amount in minor units
 * @param known the tenant's settings if the caller has read them
 * @throws {ValidationError} on `channel` or `amount` if it is invalid
 */
export async function gatewayTerms(
  db: DbOrTx,
  merchantId: string,
  { type, channel: name, amount }: { type: 'collection' | 'payout'; channel: string; amount: bigint },
  known?: TenantSettings,
): Promise<GatewayTerms> {
  const tenant = known ?? (await tenantSettings(db, merchantId));
  return termsIn(tenant, await channelsOf(db, merchantId, type), { channel: name, amount });
}

/** Like `gatewayTerms`, with the settings and channels of that type that the caller has. */
export function termsIn(
  tenant: TenantSettings,
  channels: readonly OpenChannel[],
  { channel: name, amount }: { channel: string; amount: bigint },
): GatewayTerms {
  const channel = channels.find((row) => isNamed(row, name));
  if (!channel) throw new ValidationError({ channel: { key: 'channel_unknown' } });
  if (channel.status !== 'enabled') throw new ValidationError({ channel: { key: channelClosedReason(channel) } });
  return { tenant, channel, charge: chargeWithin(channel, amount, tenant) };
}

/** True if the merchant means this channel, by code or ID. */
export function isNamed({ id, code }: Pick<Channel, 'id' | 'code'>, name: string): boolean {
  return name === code || name.toLowerCase() === id;
}

/**
 * Compares a repeated call for an order or refund with the original one.
 * @param before the original parameters; absent and null are equal
 * @param text translation key of the rejection
 * @throws {OrderDiffersError} if parameters differ
 */
export function assertSame(
  before: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, unknown>>,
  text: 'order_differs' | 'refund_differs' = 'order_differs',
): void {
  const different = Object.keys(before).filter((name) => (before[name] ?? null) !== (now[name] ?? null));
  if (different.length > 0) throw new OrderDiffersError(different, text);
}

/**
 * Validates both URLs. This server posts results to `notify_url`. `return_url` is opened by the payer's browser, so its
 * port doesn't matter.
 * @throws {ValidationError} if one is invalid
 */
export function checkUrls({ notify_url, return_url }: Urls, rules: NotifyRules): void {
  const wrong: Record<string, Message> = {};
  const problem = notify_url === undefined ? null : notifyUrlProblem(notify_url, rules);
  if (problem) wrong['notify_url'] = problem;
  if (return_url !== undefined && !webUrl(return_url)) wrong['return_url'] = { key: 'invalid_url' };
  if (Object.keys(wrong).length > 0) throw new ValidationError(wrong);
}
