import type { Kysely } from 'kysely';
import type { MoneyCard, MoneyChannel, MoneyForm } from '#shared/contract/moneyForms.ts';
import type { Database } from '#server/db/schema.ts';
import { readAvailable } from '#server/ledger/wallets.ts';
import { hasUnconnected, openChannels, type Channel } from '#server/money/openChannel.ts';
import { tenantSettings } from '#server/money/tenantSettings.ts';
import { shownTerms } from './shownTerms.ts';

interface Asking {
  merchantId: string;
  userId: string;
  type: 'deposit' | 'withdrawal' | 'payout';
  at: Date;
}

/** What somebody can choose from, before any amount is known. */
export async function moneyForm(db: Kysely<Database>, { merchantId, userId, type, at }: Asking): Promise<MoneyForm> {
  const tenant = await tenantSettings(db, merchantId);
  const user = await db
    .selectFrom('users')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', userId)
    .select('pay_password_hash')
    .executeTakeFirst();
  const open = await openChannels(db, merchantId, type);
  return {
    channels: await channelsWithBalance(db, merchantId, open),
    is_connected: open.length > 0 || !(await hasUnconnected(db, merchantId, type)),
    cards: type === 'withdrawal' ? await cards(db, merchantId, at) : [],
    approval_threshold: type === 'payout' ? tenant.approvalThreshold.toString() : null,
    has_pay_password: Boolean(user?.pay_password_hash),
  };
}

/** One wallet may stand behind several channels. */
async function channelsWithBalance(
  db: Kysely<Database>,
  merchantId: string,
  channels: readonly Channel[],
): Promise<MoneyChannel[]> {
  const balances = new Map<string, bigint>();
  for (const currency of new Set(channels.map((channel) => channel.currency))) {
    balances.set(currency, await readAvailable(db, merchantId, currency));
  }
  return channels.map((channel) => ({
    ...{ id: channel.id, name: channel.name, ...shownTerms(channel) },
    available: (balances.get(channel.currency) ?? 0n).toString(),
  }));
}

/** All cards of the tenant, the default one first, so that nobody wonders where one has gone. */
async function cards(db: Kysely<Database>, merchantId: string, at: Date): Promise<MoneyCard[]> {
  const rows = await db
    .selectFrom('bankcards')
    .where('merchant_id', '=', merchantId)
    .orderBy('is_default', 'desc')
    .orderBy('created_at')
    .select(['id', 'name', 'bank_name', 'branch_name', 'card_number_masked', 'is_default', 'status', 'usable_at'])
    .execute();
  return rows.map(({ card_number_masked: card_number, status, usable_at, ...card }) => ({
    ...card,
    card_number,
    state: status === 'disabled' ? 'disabled' : usable_at > at ? 'cooling_off' : 'usable',
    usable_at: usable_at.toISOString(),
  }));
}
