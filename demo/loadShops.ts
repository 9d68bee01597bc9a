import { MAX_BALANCE } from '#shared/money/maxBalance.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import type { DbOrTx } from '#server/db/schema.ts';
import { instructionsOf } from '#server/money/instructions.ts';
import { DEMO_CHANNELS } from './channels.ts';
import { demoKey } from './createTenants.ts';
import { FLAVOURS } from './flavours.ts';
import { localTime } from './moments.ts';
import type { ShopKey } from './Outflows.ts';
import { createRandom } from './random.ts';
import { createOrderNumbers, type Shop, type ShopChannel } from './shop.ts';
import { DEMO_SIGN_INS, type DemoSignIn } from './signIns.ts';
import { DEMO_TENANTS, TIME_ZONE } from './tenants.ts';

interface History {
  seed: number;
  /** Milliseconds since 1970. */
  from: number;
  to: number;
  cipher: Pick<Cipher, 'encrypt' | 'hash'>;
}

/** Loads the merchants that have shops, with their channels from the database. */
export async function loadShops(db: DbOrTx, { seed, from, to, cipher }: History): Promise<Shop[]> {
  const shops = DEMO_TENANTS.flatMap((tenant) => (tenant.shop ? [{ tenant, shop: tenant.shop }] : []));
  const numbers = shops.map(({ tenant }) => tenant.merchantNo);
  const merchants = await db
    .selectFrom('merchants')
    .where('merchant_no', 'in', numbers)
    .where('type', '<>', 'test')
    .select(['merchant_id', 'merchant_no', 'approval_threshold', 'daily_total', 'sum_window_hours'])
    .execute();
  const operatorIds = await loadUserIds(db, PLATFORM_ID, ['Owner']);
  const local = { CNY: localTime(TIME_ZONE.CNY), JPY: localTime(TIME_ZONE.JPY) };
  return Promise.all(
    shops.map(async ({ tenant, shop }, index) => {
      const merchant = merchants.find(({ merchant_no }) => merchant_no === tenant.merchantNo);
      if (!merchant) throw new Error(`The demo's merchant ${tenant.merchantNo} doesn't exist`);
      const { merchant_id: merchantId, merchant_no: _, ...limits } = merchant;
      return {
        ...shop,
        merchantId,
        limits,
        payingKey: await loadKey(db, merchantId),
        seed,
        key: demoKey(seed, tenant.merchantNo),
        tenant,
        ...(await loadChannels(db, merchantId)),
        makerIds: await loadUserIds(db, merchantId, ['Owner', 'Cashier']),
        ownerIds: await loadUserIds(db, merchantId, ['Owner']),
        approverIds: await loadUserIds(db, merchantId, ['Owner', 'Reviewer']),
        operatorIds,
        flavour: FLAVOURS[tenant.currency],
        local: local[tenant.currency],
        numbers: createOrderNumbers(index, shops.length),
        random: createRandom(seed, tenant.merchantNo),
        cipher,
        from,
        to,
      };
    }),
  );
}

async function loadChannels(db: DbOrTx, merchantId: string): Promise<Pick<Shop, 'channels' | 'requestChannels'>> {
  const own = await db
    .selectFrom('channels')
    .where('merchant_id', '=', merchantId)
    .orderBy('code')
    .selectAll()
    .execute();
  const rows = own.map((row) => {
    const channel = DEMO_CHANNELS.find(({ code }) => code === row.code);
    return channel ? { ...row, ...instructionsOf(channel) } : row;
  });
  const channels = rows.flatMap((row): ShopChannel[] => {
    const traffic = DEMO_CHANNELS.find(({ code }) => code === row.code)?.traffic;
    return traffic ? [{ row, traffic }] : [];
  });
  return { channels, requestChannels: rows.filter(({ type }) => type === 'deposit' || type === 'withdrawal') };
}

/** The default key, which the shop's server uses. */
async function loadKey(db: DbOrTx, merchantId: string): Promise<ShopKey> {
  const { id, lineage_id, per_call_limit, per_day_limit } = await db
    .selectFrom('merchant_keys')
    .where('merchant_id', '=', merchantId)
    .where('ends_at', 'is', null)
    .select(['id', 'lineage_id', 'per_call_limit', 'per_day_limit'])
    .executeTakeFirstOrThrow();
  // An owner may have lifted or lowered them, in a demo that is seeded again.
  const limits = { perCall: per_call_limit ?? MAX_BALANCE, perDay: per_day_limit ?? MAX_BALANCE };
  return { lineageId: lineage_id ?? id, limits };
}

async function loadUserIds(db: DbOrTx, merchantId: string, roles: DemoSignIn['role'][]): Promise<string[]> {
  const names = DEMO_SIGN_INS.filter(({ role }) => roles.includes(role)).map(({ username }) => username);
  const rows = await db
    .selectFrom('users')
    .where('merchant_id', '=', merchantId)
    .where('username', 'in', names)
    .orderBy('id')
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}
