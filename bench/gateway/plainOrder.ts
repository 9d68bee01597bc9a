import { randomUUID } from 'node:crypto';
import { CompiledQuery, type Transaction } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '#server/db/connect.ts';
import type { Database } from '#server/db/schema.ts';

/** A merchant's channel that orders are written for. */
export interface Place {
  merchantId: string;
  channelId: string;
}

const [AMOUNT, FEE] = [12_300n, 74n];

async function run<Row>(tx: Transaction<Database>, text: string, ...parameters: unknown[]): Promise<Row[]> {
  return (await tx.executeQuery<Row>(CompiledQuery.raw(text, parameters))).rows;
}

/** Writes an order as a call does, with its nonce and its job. The statements are prepared. */
export async function placePlainly(db: Db, { merchantId, channelId }: Place): Promise<string> {
  const [id, number] = [uuidv7(), randomUUID()];
  await db.transaction(async (tx) => {
    await run(tx, NONCE, merchantId, number);
    await run(tx, ORDER, merchantId, id, number, channelId, AMOUNT, FEE, AMOUNT - FEE);
    await run(tx, JOB, merchantId, id);
  });
  return id;
}

interface Wallet {
  available: bigint;
  frozen: bigint;
  available_seq: bigint;
  lines: bigint;
}

/** Settles an order as a worker does: it is found, ends without its job, and the ledger gets what it needs. */
export async function settlePlainly(db: Db, { merchantId }: Place, id: string): Promise<void> {
  const at = new Date();
  await db.transaction(async (tx) => {
    await run(tx, LOCK_ORDER, merchantId, id);
    await run(tx, END_ORDER, merchantId, id, at);
    await run(tx, END_JOB, merchantId, id);
    const [wallet] = await run<Wallet>(tx, LOCK_WALLET, merchantId);
    if (!wallet) throw new Error('the merchant has no wallet');
    const transactionId = uuidv7();
    const change = AMOUNT - FEE;
    const [available, seq, line] = [wallet.available + change, wallet.available_seq + 1n, wallet.lines + 1n];
    await run(tx, TRANSACTION, merchantId, transactionId, id, at);
    await run(tx, OWN_ENTRY, merchantId, uuidv7(), transactionId, change, seq, available, wallet.frozen, at);
    await run(tx, OTHER_ENTRIES, merchantId, transactionId, uuidv7(), FEE, uuidv7(), -AMOUNT, at);
    await run(tx, LINE, merchantId, uuidv7(), transactionId, line, change, available, wallet.frozen, at);
    await run(tx, STORE, merchantId, available, seq, line, at);
  });
}

const NONCE = `insert into gateway_nonces (merchant_id, nonce, expires_at) values ($1, $2, now() + interval '10 minutes')`;
const ORDER = `insert into orders (merchant_id, id, order_no, merchant_order_no, channel_id, amount, fee, arrival_amount,
  rate_bps, fixed_fee, deduction, currency, status, expires_at, created_at, updated_at)
  values ($1, $2, $3, $3, $4, $5, $6, $7, 60, 0, 'inner', 'CNY', 'pending', now() + interval '30 minutes', now(), now())`;
const JOB = `insert into order_jobs (merchant_id, order_id, due_at, sent_to) values ($1, $2, now() + interval '1 hour', 'plain')`;
const LOCK_ORDER = 'select * from orders where merchant_id = $1 and id = $2 for update';
const END_ORDER = `update orders set status = 'success', channel_order_no = 'C', succeeded_at = $3, updated_at = $3
  where merchant_id = $1 and id = $2`;
const END_JOB = 'delete from order_jobs where merchant_id = $1 and order_id = $2';
const LOCK_WALLET = `select available, frozen, available_seq, lines from wallets
  where merchant_id = $1 and currency = 'CNY' for update`;
const TRANSACTION = `insert into ledger_transactions (merchant_id, id, event, order_type, business_id, business_order_no,
  created_at) values ($1, $2, 'collection_succeeded', 'collection', $3, 'C', $4)`;
const OWN_ENTRY = `insert into ledger_entries (merchant_id, id, transaction_id, account, currency, amount, seq, balance_after,
  available_after, frozen_after, created_at) values ($1, $2, $3, 'available', 'CNY', $4, $5, $6, $6, $7, $8)`;
const OTHER_ENTRIES = `insert into ledger_entries (merchant_id, transaction_id, id, account, currency, amount, created_at)
  values ($1, $2, $3, 'fees', 'CNY', $4, $7), ($1, $2, $5, 'clearing', 'CNY', $6, $7)`;
const LINE = `insert into ledger_lines (merchant_id, id, transaction_id, currency, line_no, available_change, frozen_change,
  available_after, frozen_after, created_at) values ($1, $2, $3, 'CNY', $4, $5, 0, $6, $7, $8)`;
const STORE = `update wallets set available = $2, available_seq = $3, lines = $4, updated_at = $5
  where merchant_id = $1 and currency = 'CNY'`;
