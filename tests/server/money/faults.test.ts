import { sql, type KyselyPlugin, type Transaction } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/db/schema.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { moneyWorld, type MoneyMerchant, type MoneyWorld } from './moneyWorld.ts';

type Tx = Transaction<Database>;
type Flow = (tx: Tx) => Promise<unknown>;

class Fault extends Error {}

/** Throws before a statement of a transaction, or when it is answered; `place` counts from 1. */
function faultAt(place: number, moment: 'before' | 'after'): KyselyPlugin {
  let [asked, answered] = [0, 0];
  return {
    transformQuery({ node }) {
      asked += 1;
      if (moment === 'before' && asked === place) throw new Fault();
      return node;
    },
    async transformResult({ result }) {
      answered += 1;
      if (moment === 'after' && answered === place) throw new Fault();
      return result;
    },
  };
}

/** A digest of all tables that a flow may write. */
async function contents({ db }: MoneyWorld): Promise<string> {
  const tables = [
    'wallets',
    'ledger_transactions',
    'ledger_entries',
    'ledger_lines',
    'audit_logs',
    'audit_heads',
    'withdrawals',
  ];
  const more = ['deposits', 'payment_requests', 'payouts', 'payout_jobs', 'adjustments'];
  const texts = [...tables, ...more].map(async (table) => {
    const { rows } = await sql<{ content: string | null }>`
      select md5(string_agg(t::text, chr(10) order by t::text)) as content from ${sql.table(table)} t`.execute(
      db.kysely,
    );
    return `${table} ${rows[0]?.content}`;
  });
  return (await Promise.all(texts)).join('\n');
}

describe('a fault at any statement of a money call', () => {
  let world: MoneyWorld;
  let merchant: MoneyMerchant;
  beforeAll(async () => {
    world = await moneyWorld(USUAL_DATABASE);
    merchant = await world.merchant();
    await merchant.fund(10_000_000n);
  });
  afterAll(() => world.remove());

  /** Flows with their preparation, which is repeated for each fault. */
  const FLOWS: Record<string, () => Promise<Flow>> = {
    'asking for a withdrawal': async () => (tx) => withdraw(tx),
    'cancelling one': async () => {
      const { id } = await world.run(withdraw);
      return (tx) => world.services.withdrawals.cancel(tx, merchant.maker, id);
    },
    'rejecting one': async () => {
      const of = await asked(withdraw);
      return (tx) => world.services.withdrawals.reject(tx, world.operator, of, 'why');
    },
    'paying one': async () => {
      const of = await asked(withdraw);
      await world.run((tx) => world.services.withdrawals.approve(tx, world.operator, of));
      return (tx) => world.services.withdrawals.succeed(tx, world.operator, of);
    },
    'passing a deposit': async () => {
      const of = await asked((tx) =>
        world.services.deposits.request(tx, merchant.maker, {
          channel_id: merchant.channels.deposit,
          amount: 5_000n,
          payer_name: 'Ana',
          remark: null,
        }),
      );
      return (tx) => world.services.deposits.pass(tx, world.operator, of);
    },
    'a payment that passes at once': async () => (tx) => pay(tx, 5_000n),
    'approving a payment': async () => {
      const { id } = await asked((tx) => pay(tx, 50_000n));
      return (tx) => world.services.paymentRequests.approve(tx, merchant.checker, id);
    },
    'the end of a payout': async () => {
      const { payout_id } = await world.run((tx) => pay(tx, 5_000n));
      const id = payout_id ?? '';
      await world.run((tx) => world.services.payouts.take(tx, merchant.merchantId, id, 'sandbox'));
      const outcome = { status: 'success', channelOrderNo: 'X1' } as const;
      return (tx) => world.services.payouts.settle(tx, merchant.merchantId, id, outcome);
    },
    'approving an adjustment': async () => {
      const { merchantId } = merchant;
      const of = await asked((tx) =>
        world.services.adjustments.request(tx, world.operator, {
          merchantId,
          currency: 'CNY',
          amount: 700n,
          reason: 'why',
        }),
      );
      return (tx) => world.services.adjustments.approve(tx, world.secondOperator, of);
    },
  };

  function withdraw(tx: Tx) {
    const wish = { bankcard_id: merchant.cardId, amount: 5_000n, remark: null };
    return world.services.withdrawals.request(tx, merchant.maker, wish);
  }
  function pay(tx: Tx, amount: bigint) {
    const payee = { payee_name: 'Bo', card_number: '6222020200112233445', bank_name: 'Bank', branch_name: null };
    const wish = { channel_id: merchant.channels.payout, amount, remark: null, ...payee };
    return world.services.paymentRequests.request(tx, merchant.maker, wish);
  }
  async function asked(request: (tx: Tx) => Promise<{ id: string }>) {
    const { id } = await world.run(request);
    return { merchantId: merchant.merchantId, id };
  }

  it.each(Object.keys(FLOWS))('leaves nothing of %s behind', async (name) => {
    const flow = await FLOWS[name]?.();
    if (!flow) throw new Error('unreachable: the name is one of them');
    const before = await contents(world);
    let place = 1;
    for (; ; place += 1) {
      const early = faultAt(place, 'before');
      const isOver = await world
        .run((tx) => flow(tx.withPlugin(early)))
        .then(
          () => true,
          (error: unknown) => {
            if (error instanceof Fault) return false;
            throw error;
          },
        );
      if (isOver) break;
      expect(await contents(world)).toBe(before);
      const late = faultAt(place, 'after');
      await expect(world.run((tx) => flow(tx.withPlugin(late)))).rejects.toBeInstanceOf(Fault);
      expect(await contents(world)).toBe(before);
    }
    // Each statement has failed once, there are more than a few, and the last run succeeded.
    expect(place).toBeGreaterThan(5);
    expect(await contents(world)).not.toBe(before);
  });
});
