import { createHash, randomUUID } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { systemClock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { idempotently } from '#server/resources/idempotently.ts';
import { newNumber } from '#server/money/newNumber.ts';
import { createWithdrawals } from '#server/modules/withdrawals/service.ts';
import type { FullWallet } from './makeWallets.ts';

/** In minor units. */
const AMOUNT = 10_000n;
const FEE = 160n;
const ROUTE = 'POST /withdrawals';

/** A withdrawal by the server's code: rules, idempotency key, request, ledger, wallet, audit log. */
export function productWithdrawal(db: Db): (wallet: FullWallet) => Promise<void> {
  const withdrawals = createWithdrawals({ clock: systemClock });
  return async ({ merchantId, userId, cardId }) => {
    const actor = { merchantId, userId, ip: '127.0.0.1', userAgent: null };
    const call = { merchantId, userId, route: ROUTE, key: randomUUID(), bodyHash: 'hash' };
    await idempotently({ db, clock: systemClock }, call, z.object({ id: z.string() }), async (tx) => {
      const { id } = await withdrawals.request(tx, actor, { bankcard_id: cardId, amount: AMOUNT, remark: null });
      return { id };
    });
  };
}

/** Writes the same rows with handwritten SQL: what the database alone can do with this transaction. */
export function plainWithdrawal(db: Db): (wallet: FullWallet) => Promise<void> {
  return ({ merchantId, userId, cardId }) =>
    db.kysely.connection().execute(async (connection) => {
      const run = async <Row>(statement: string, ...parameters: unknown[]): Promise<Row[]> =>
        (await connection.executeQuery<Row>(CompiledQuery.raw(statement, parameters))).rows;
      const at = systemClock.now();
      const [id, transactionId, key] = [uuidv7(), uuidv7(), randomUUID()];
      const [number, debit] = [newNumber('W', at), AMOUNT + FEE];
      await run('begin');
      await run(CLAIM, merchantId, userId, ROUTE, key, 'hash', at, new Date(at.getTime() + 86_400_000));
      const [wallet] = await run<Wallet>(LOCK_WALLET, merchantId, 'CNY');
      if (!wallet || wallet.available < debit) throw new Error('the wallet is empty');
      const after = { available: wallet.available - debit, frozen: wallet.frozen + debit };
      const seq = { available: wallet.available_seq + 1n, frozen: wallet.frozen_seq + 1n };
      await run(INSERT_WITHDRAWAL, merchantId, id, number, cardId, AMOUNT, FEE, userId, at);
      await run(INSERT_TRANSACTION, merchantId, transactionId, id, number, at);
      const balances = [after.available, after.frozen];
      await run(
        INSERT_ENTRIES,
        merchantId,
        transactionId,
        at,
        ...balances,
        uuidv7(),
        -debit,
        seq.available,
        uuidv7(),
        debit,
        seq.frozen,
      );
      const line = wallet.lines + 1n;
      await run(INSERT_LINE, merchantId, uuidv7(), transactionId, line, -debit, debit, ...balances, at);
      await run(UPDATE_WALLET, merchantId, 'CNY', ...balances, seq.available, seq.frozen, line, at);
      const [head] = await run<{ seq: bigint; hash: string }>(LOCK_HEAD, merchantId);
      const content = JSON.stringify({ number, amount: String(AMOUNT) });
      const hash = createHash('sha256').update(`${head?.hash}${content}`).digest('hex');
      const place = (head?.seq ?? 0n) + 1n;
      await run(INSERT_AUDIT, merchantId, uuidv7(), place, userId, id, content, at, head?.hash ?? '', hash);
      await run(UPDATE_HEAD, merchantId, place, hash);
      await run(ANSWER, merchantId, userId, ROUTE, key, JSON.stringify({ id }));
      await run('commit');
    });
}

interface Wallet {
  available: bigint;
  frozen: bigint;
  available_seq: bigint;
  frozen_seq: bigint;
  lines: bigint;
}

const CLAIM = `insert into idempotency_keys (merchant_id, user_id, route, key, body_hash, answer, created_at, expires_at)
  values ($1, $2, $3, $4, $5, 'null', $6, $7) on conflict do nothing`;
const LOCK_WALLET = `select available, frozen, available_seq, frozen_seq, lines from wallets
  where merchant_id = $1 and currency = $2 for update`;
const INSERT_WITHDRAWAL = `insert into withdrawals (merchant_id, id, withdrawal_no, bankcard_id, bank_name, card_holder,
  card_number, card_number_masked, amount, fee, arrival_amount, rate_bps, fixed_fee, deduction, currency, status,
  creator_id, created_at, updated_at)
  values ($1, $2, $3, $4, 'Bank', 'Bench', 'encrypted', '6222 **** 1234', $5, $6, $5, 60, 100, 'outer', 'CNY', 'pending',
  $7, $8, $8)`;
const INSERT_TRANSACTION = `insert into ledger_transactions (merchant_id, id, event, order_type, business_id,
  business_order_no, created_at) values ($1, $2, 'withdrawal_frozen', 'withdrawal', $3, $4, $5)`;
const INSERT_ENTRIES = `insert into ledger_entries (merchant_id, transaction_id, created_at, available_after, frozen_after,
  currency, id, account, amount, seq, balance_after)
  values ($1, $2, $3, $4, $5, 'CNY', $6, 'available', $7, $8, $4), ($1, $2, $3, $4, $5, 'CNY', $9, 'frozen', $10, $11, $5)`;
const INSERT_LINE = `insert into ledger_lines (merchant_id, id, transaction_id, currency, line_no, available_change,
  frozen_change, available_after, frozen_after, created_at) values ($1, $2, $3, 'CNY', $4, $5, $6, $7, $8, $9)`;
const UPDATE_WALLET = `update wallets set available = $3, frozen = $4, available_seq = $5, frozen_seq = $6, lines = $7,
  updated_at = $8
  where merchant_id = $1 and currency = $2`;
const LOCK_HEAD = `select seq, hash from audit_heads where merchant_id = $1 for update`;
const INSERT_AUDIT = `insert into audit_logs (merchant_id, id, seq, actor_id, actor_name, action, resource, record_id,
  after, at, previous_hash, hash)
  values ($1, $2, $3, $4, 'Bench', 'withdrawals.request', 'withdrawals', $5, $6, $7, $8, $9)`;
const UPDATE_HEAD = `update audit_heads set seq = $2, hash = $3 where merchant_id = $1`;
const ANSWER = `update idempotency_keys set answer = $5
  where merchant_id = $1 and user_id = $2 and route = $3 and key = $4`;
