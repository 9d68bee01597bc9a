import { v7 as uuidv7 } from 'uuid';
import { CHAIN_START } from '#server/audit/auditJson.ts';
import { systemClock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { openWallet } from '#server/ledger/wallets.ts';
import { book } from '#server/money/book.ts';

/** A merchant whose balance allows any number of withdrawals. */
export interface FullWallet {
  merchantId: string;
  userId: string;
  cardId: string;
}

/** In minor units. */
const FUNDS = 10n ** 14n;

export async function makeWallets(db: Db, count: number): Promise<FullWallet[]> {
  const wallets: FullWallet[] = [];
  for (let made = 0; made < count; made += 1) wallets.push(await makeWallet(db));
  await db.maintain();
  return wallets;
}

async function makeWallet(db: Db): Promise<FullWallet> {
  const at = systemClock.now();
  const [merchantId, userId, cardId] = [uuidv7(), uuidv7(), uuidv7()];
  const times = { created_at: at, updated_at: at };
  await db.transaction(async (tx) => {
    await tx
      .insertInto('merchants')
      .values({
        merchant_id: merchantId,
        merchant_no: merchantId,
        type: 'merchant',
        parent_id: null,
        name: 'Bench',
        currency: 'CNY',
        is_divide_hundred: 1,
        time_zone: 'UTC',
        ...times,
      })
      .execute();
    await tx
      .insertInto('users')
      .values({ merchant_id: merchantId, id: userId, username: userId, real_name: 'Bench', ...times })
      .execute();
    await tx
      .insertInto('user_powers')
      .values({ merchant_id: merchantId, user_id: userId, power: 'pay', gained_at: at, usable_at: at })
      .execute();
    await tx
      .insertInto('bankcards')
      .values({
        merchant_id: merchantId,
        id: cardId,
        name: 'Bench',
        bank_name: 'Bank',
        branch_name: null,
        card_number: 'encrypted',
        card_number_masked: '6222 **** 1234',
        usable_at: at,
        ...times,
      })
      .execute();
    await tx
      .insertInto('channels')
      .values({
        merchant_id: merchantId,
        id: uuidv7(),
        platform_channel_id: null,
        name: 'Bench',
        code: 'bench',
        type: 'withdrawal',
        rate_bps: 60,
        fixed_fee: 100n,
        min_fee: null,
        max_fee: null,
        deduction: 'outer',
        currency: 'CNY',
        min_amount: 1n,
        max_amount: FUNDS,
        ...times,
      })
      .execute();
    await tx.insertInto('audit_heads').values({ merchant_id: merchantId, seq: 0n, hash: CHAIN_START }).execute();
    await openWallet(tx, merchantId, 'CNY', at);
    await book(tx, { merchantId, currency: 'CNY', at }, [
      { event: { kind: 'adjusted', amount: FUNDS }, businessId: uuidv7(), businessOrderNo: 'A0' },
    ]);
  });
  return { merchantId, userId, cardId };
}
