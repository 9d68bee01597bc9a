import { randomBytes } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { createCipher, type Cipher } from '#server/crypto/dataKey.ts';
import type { Db } from '#server/db/connect.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import type { Database } from '#server/db/schema.ts';
import type { Instructions } from '#server/db/tables/columns.ts';
import { openWallet } from '#server/ledger/wallets.ts';
import { book } from '#server/money/book.ts';
import { NO_INSTRUCTIONS } from '#server/money/instructions.ts';
import type { Channel } from '#server/money/openChannel.ts';
import { createAdjustments } from '#server/modules/adjustments/service.ts';
import { createBatches } from '#server/modules/batches/service.ts';
import { createDeposits } from '#server/modules/deposits/service.ts';
import { createOrders } from '#server/modules/orders/service.ts';
import { createPayees } from '#server/modules/payees/service.ts';
import { createPaymentRequests } from '#server/modules/paymentRequests/service.ts';
import { createPayouts } from '#server/modules/payouts/service.ts';
import { createRefunds } from '#server/modules/refunds/service.ts';
import { createWithdrawals } from '#server/modules/withdrawals/service.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import { migratedDatabase } from '#tests/support/migratedDatabase.ts';
import { TestClock } from '#tests/support/testClock.ts';
import type { TestDatabase } from '#tests/support/testDatabase.ts';

/** The platform's operators and all money services, on a database of their own. */
export interface MoneyWorld {
  db: Db;
  clock: TestClock;
  cipher: Cipher;
  operator: Actor;
  secondOperator: Actor;
  services: ReturnType<typeof servicesOf>;
  /** Creates a merchant without money or requests. */
  merchant(options?: MerchantOptions): Promise<MoneyMerchant>;
  /** Runs `fn` in a transaction of its own. */
  run<T>(fn: (tx: Transaction<Database>) => Promise<T>): Promise<T>;
  remove(): Promise<void>;
}

/** A merchant with two users, a channel of each type and a card that can be withdrawn to. */
export interface MoneyMerchant {
  merchantId: string;
  maker: Actor;
  checker: Actor;
  cardId: string;
  channels: Record<Channel['type'], string>;
  /** Funds the wallet with a ledger entry only. */
  fund(amount: bigint): Promise<void>;
  wallet(): Promise<Balances>;
  /** The balances after the newest line of the merchant's ledger. */
  newestLine(): Promise<Balances | undefined>;
}

export interface Balances {
  available: bigint;
  frozen: bigint;
}

export interface MerchantOptions {
  /** Applied to every channel. */
  channel?: Partial<Pick<Channel, 'rate_bps' | 'fixed_fee' | 'deduction' | 'min_amount' | 'max_amount' | 'refund_fee'>>;
  approvalThreshold?: bigint;
}

export async function moneyWorld(kind: Db['kind']): Promise<MoneyWorld> {
  const database: TestDatabase<Database> = await migratedDatabase(kind);
  const { db } = database;
  const clock = new TestClock();
  const cipher = createCipher(randomBytes(32));
  return {
    db,
    clock,
    cipher,
    services: servicesOf(clock, cipher),
    operator: await addUser(db, PLATFORM_ID, 'operator', clock.now()),
    secondOperator: await addUser(db, PLATFORM_ID, 'second operator', clock.now()),
    merchant: (options) => addMerchant(db, clock.now(), options),
    run: (fn) => db.transaction(fn),
    remove: database.remove,
  };
}

async function addMerchant(db: Db, at: Date, options: MerchantOptions = {}): Promise<MoneyMerchant> {
  const merchantId = uuidv7();
  await db.kysely
    .insertInto('merchants')
    .values({
      merchant_id: merchantId,
      merchant_no: merchantId,
      type: 'merchant',
      parent_id: null,
      name: 'Ink & Paper',
      currency: 'CNY',
      is_divide_hundred: 1,
      time_zone: 'Asia/Shanghai',
      created_at: at,
      updated_at: at,
      approval_threshold: options.approvalThreshold ?? 10_000n,
    })
    .execute();
  await openWallet(db.kysely, merchantId, 'CNY', at);
  return {
    merchantId,
    maker: await addUser(db, merchantId, 'maker', at),
    checker: await addUser(db, merchantId, 'checker', at),
    cardId: await addCard(db, merchantId, at),
    channels: await addChannels(db, merchantId, at, options.channel),
    fund: (amount) =>
      db.transaction((tx) =>
        book(tx, { merchantId, currency: 'CNY', at }, [
          { event: { kind: 'adjusted', amount }, businessId: uuidv7(), businessOrderNo: 'A0' },
        ]),
      ),
    wallet: () =>
      db.kysely
        .selectFrom('wallets')
        .where('merchant_id', '=', merchantId)
        .select(['available', 'frozen'])
        .executeTakeFirstOrThrow(),
    newestLine: async () => {
      const { rows } = await sql<Balances>`
        select balance_after as available, frozen_amount as frozen from v_ledgers
        where merchant_id = ${merchantId} order by created_at desc, id desc limit 1`.execute(db.kysely);
      return rows[0];
    },
  };
}

function servicesOf(clock: TestClock, cipher: Cipher) {
  const payouts = createPayouts({ clock });
  const payees = createPayees({ clock, cipher });
  return {
    payouts,
    payees,
    batches: createBatches({ clock, cipher, payouts }),
    orders: createOrders({ clock }),
    refunds: createRefunds({ clock }),
    withdrawals: createWithdrawals({ clock }),
    deposits: createDeposits({ clock }),
    paymentRequests: createPaymentRequests({ clock, cipher, payouts, payees }),
    adjustments: createAdjustments({ clock }),
  };
}

async function addUser(db: Db, merchantId: string, username: string, at: Date): Promise<Actor> {
  const id = uuidv7();
  const row = { merchant_id: merchantId, id, username, real_name: username, created_at: at, updated_at: at };
  await db.kysely.insertInto('users').values(row).execute();
  const powers = (['pay', 'approve', 'keys', 'decide'] as const).map((power) => ({
    power,
    gained_at: at,
    usable_at: at,
  }));
  const usable = powers.map((one) => ({ merchant_id: merchantId, user_id: id, ...one }));
  await db.kysely.insertInto('user_powers').values(usable).execute();
  return { merchantId, userId: id, ip: '127.0.0.1', userAgent: null };
}

async function addCard(db: Db, merchantId: string, at: Date): Promise<string> {
  const id = uuidv7();
  await db.kysely
    .insertInto('bankcards')
    .values({
      merchant_id: merchantId,
      id,
      name: 'Ink & Paper',
      bank_name: 'Bank',
      branch_name: null,
      card_number: 'encrypted',
      card_number_masked: '6222 **** 1234',
      usable_at: at,
      created_at: at,
      updated_at: at,
    })
    .execute();
  return id;
}

/** Account that deposits are paid to. */
const INSTRUCTIONS: Instructions = {
  bank_name: 'Harbour Bank',
  account_holder: 'Harbour Pay Ltd',
  account_number: 'GB33 0000 1234 5678',
  branch_name: null,
  reference: 'DEP',
};

async function addChannels(db: Db, merchantId: string, at: Date, channel: MerchantOptions['channel'] = {}) {
  const ids = { collection: uuidv7(), payout: uuidv7(), deposit: uuidv7(), withdrawal: uuidv7() };
  for (const type of ['collection', 'payout', 'deposit', 'withdrawal'] as const) {
    await db.kysely
      .insertInto('channels')
      .values({
        merchant_id: merchantId,
        id: ids[type],
        platform_channel_id: null,
        name: type,
        code: type,
        type,
        rate_bps: 60,
        fixed_fee: 100n,
        min_fee: null,
        max_fee: null,
        deduction: 'outer',
        currency: 'CNY',
        min_amount: 1n,
        max_amount: 1_000_000_000n,
        created_at: at,
        updated_at: at,
        ...(type === 'deposit' ? INSTRUCTIONS : NO_INSTRUCTIONS),
        ...channel,
      })
      .execute();
  }
  return ids;
}
