import { generate } from 'otplib';
import { loginDataSchema } from '#shared/contract/session.ts';
import { systemClock } from '#server/clock.ts';
import { updateRow } from '#server/db/rows.ts';
import { lockTenant } from '#server/db/tenants.ts';
import { seedDemo } from '#demo/seedDemo.ts';
import { DEMO_PASSWORD, DEMO_TOTP_SECRET } from '#demo/signIns.ts';
import { createAdjustments } from '#server/modules/adjustments/service.ts';
import { applyRights } from '#server/modules/powers/service.ts';
import { createOwner } from '#server/modules/users/operators.ts';
import { tenantSettings } from '#server/money/tenant.ts';
import type { Opened } from '#server/process/open.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import { quickHash } from '#tests/support/world.ts';

/** A user who moves a merchant's money. */
export interface Account {
  username: string;
  merchantId: string;
  channelId: string;
  cardId: string;
}

/** One user per tenant. */
const OWNERS = ['demo', 'tokyo', 'sub'];
/** Balance in minor units, larger than the sum of all calls of a run. */
const FUNDS = 10n ** 12n;

/** Creates tenants with money, without limits and waiting periods, so that a call can only fail because of a crash. */
export async function makeAccounts({ db, cipher }: Opened): Promise<Account[]> {
  const now = systemClock.now();
  await seedDemo(db, {
    seed: 7,
    orders: 10,
    now,
    existing: 'keep',
    hashPassword: quickHash,
    cipher,
    onProgress: () => {},
  });
  await db.kysely.updateTable('channels').set({ min_amount: 1n, max_amount: FUNDS, status: 'enabled' }).execute();
  await db.kysely.updateTable('merchants').set({ approval_threshold: FUNDS, people_waiting_hours: 0 }).execute();
  const [operator, second] = [await actor(db, 'operator'), await actor(db, 'operator2')];
  const adjustments = createAdjustments({ clock: systemClock });
  const accounts: Account[] = [];
  for (const username of OWNERS) {
    const { merchantId } = await actor(db, username);
    await db.transaction(async (tx) => {
      const { currency } = await tenantSettings(tx, merchantId);
      const { id } = await adjustments.request(tx, operator, { merchantId, currency, amount: FUNDS, reason: 'Funds' });
      await adjustments.approve(tx, second, { merchantId, id });
    });
    const way = { merchantId, ...(await wayOut(db, merchantId, now)) };
    accounts.push({ username, ...way }, { username: await secondOwner(db, merchantId, username), ...way });
  }
  return accounts;
}

/** Creates another owner of the tenant, with the first owner's passwords. @returns the username */
async function secondOwner(db: Opened['db'], merchantId: string, first: string): Promise<string> {
  const username = `${first}-2`;
  const id = await db.transaction((tx) => createOwner(tx, systemClock, { merchantId, username, realName: null }));
  const secrets = await db.kysely
    .selectFrom('users')
    .where('username', '=', first)
    .select(['password_hash', 'pay_password_hash', 'totp_secret'])
    .executeTakeFirstOrThrow();
  await db.transaction(async (tx) => {
    await lockTenant(tx, merchantId);
    await updateRow(tx, 'users', { merchant_id: merchantId, id }, { ...secrets, status: 'enabled' });
    await applyRights(tx, { merchantId, at: systemClock.now() });
  });
  return username;
}

async function actor({ kysely }: Opened['db'], username: string): Promise<Actor> {
  const { merchant_id, id } = await kysely
    .selectFrom('users')
    .where('username', '=', username)
    .select(['merchant_id', 'id'])
    .executeTakeFirstOrThrow();
  return { merchantId: merchant_id, userId: id, ip: '127.0.0.1', userAgent: null };
}

async function wayOut({ kysely }: Opened['db'], merchantId: string, now: Date) {
  const channel = await kysely
    .selectFrom('channels')
    .where('merchant_id', '=', merchantId)
    .where('type', '=', 'payout')
    .select('id')
    .executeTakeFirstOrThrow();
  const card = await kysely
    .updateTable('bankcards')
    .set({ usable_at: now })
    .where('merchant_id', '=', merchantId)
    .where('status', '=', 'enabled')
    .returning('id')
    .executeTakeFirstOrThrow();
  return { channelId: channel.id, cardId: card.id };
}

/** @returns the session's token, which stays valid when the server restarts */
export async function signIn(url: string, { username }: Pick<Account, 'username'>): Promise<string> {
  const answer = await fetch(`${url}/prod-api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      username,
      password: DEMO_PASSWORD,
      totp_code: await generate({ secret: DEMO_TOTP_SECRET, epoch: Math.floor(Date.now() / 1000) }),
    }),
  });
  const { data } = (await answer.json()) satisfies { data?: unknown };
  return loginDataSchema.parse(data).login_token;
}
