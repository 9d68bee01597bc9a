import type { WebhookEvent } from '#shared/contract/webhooks.ts';
import { insertRows } from '#server/db/rows.ts';
import type { Tx } from '#server/db/schema.ts';
import { secretOf } from '#server/crypto/webhookSecret.ts';
import { sealKey, tailOf } from '#server/modules/signingKeys/merchantKeys.ts';
import { tenantId, type TenantIds } from './createTenants.ts';
import type { Random } from './random.ts';
import { DEMO_TENANTS } from './tenants.ts';

const EVENTS: WebhookEvent[] = ['order_paid', 'payout_paid', 'payout_failed', 'refund_paid'];

/** Gives each shop a webhook endpoint. It is disabled, because its server doesn't exist. */
export async function createWebhookEndpoints(
  tx: Tx,
  random: Random,
  ids: TenantIds,
  { encrypt, at }: { encrypt: (text: string) => string; at: Date },
): Promise<void> {
  const shops = DEMO_TENANTS.filter(({ shop }) => shop !== null);
  const rows = shops.map(({ merchantNo, domain }) => {
    const id = random.id(at);
    const secret = secretOf(Buffer.from(random.bytes()));
    return {
      merchant_id: tenantId(ids, merchantNo),
      id,
      url: `https://erp.${domain}/webhooks/payments`,
      description: 'ERP',
      events: EVENTS,
      status: 'disabled' as const,
      secret: sealKey(encrypt, id, secret),
      secret_tail: tailOf(secret),
      old_secret: null,
      old_secret_ends_at: null,
      failures: 0,
      last_at: null,
      last_result: null,
      last_http_status: null,
      fetches_until: null,
      creator_id: null,
      revision: 1,
      created_at: at,
      updated_at: at,
    };
  });
  await insertRows(tx, 'webhook_endpoints', rows);
}
