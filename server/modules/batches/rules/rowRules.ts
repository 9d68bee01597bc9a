import type { Transaction } from 'kysely';
import type { Database } from '#server/db/schema.ts';
import { openChannel } from '#server/money/openChannel.ts';
import { tenantSettings, type TenantSettings } from '#server/money/tenantSettings.ts';
import type { RowRules } from './checkRow.ts';

/** What a tenant's rows are held against now. @throws ValidationError on `channel_id` */
export async function rowRules(
  tx: Transaction<Database>,
  merchantId: string,
  channelId: string,
): Promise<RowRules & { tenant: TenantSettings }> {
  const channel = await openChannel(tx, merchantId, 'payout', channelId);
  return { channel, tenant: await tenantSettings(tx, merchantId) };
}
