import fc from 'fast-check';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROOF_PAGE, WALLET_FIGURES, type ProofRow, type WalletFigure } from '#shared/contract/wallets.ts';
import { NotFoundError } from '#server/errors.ts';
import type { LedgerEvent } from '#server/ledger/postings.ts';
import { book } from '#server/money/book.ts';
import { createWallets, type Wallets } from '#server/modules/wallets/service.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { moneyWorld, type MoneyWorld } from '../../money/moneyWorld.ts';

const FUND = 1_000_000n;

describe('the proof of a balance', () => {
  let world: MoneyWorld;
  let wallets: Wallets;
  beforeAll(async () => {
    world = await moneyWorld(USUAL_DATABASE);
    wallets = createWallets({ db: world.db });
  });
  afterAll(() => world.remove());

  const bookOn = (merchantId: string, events: readonly LedgerEvent[]) =>
    world.run(async (tx) => {
      for (const event of events) {
        const at = world.clock.now();
        world.clock.advance(1);
        const businessId = uuidv7();
        await book(tx, { merchantId, currency: 'CNY', at }, [{ event, businessId, businessOrderNo: businessId }]);
      }
    });
  /** A merchant with money and some entries on each account. */
  async function merchant(count = 4): Promise<string> {
    const { merchantId, fund } = await world.merchant();
    await fund(FUND);
    await bookOn(
      merchantId,
      Array.from({ length: count }, (_, at) => frozen(BigInt(at + 1) * 100n)),
    );
    return merchantId;
  }
  const of = (merchantId: string, figure: WalletFigure) => ({ merchantId, figure, currency: 'CNY' });
  const prove = (merchantId: string, figure: WalletFigure) => wallets.prove(of(merchantId, figure), null);
  async function allRows(merchantId: string, figure: WalletFigure): Promise<ProofRow[]> {
    const found: ProofRow[] = [];
    let before: bigint | null = null;
    do {
      const { rows, next } = await wallets.rows(of(merchantId, figure), null, before);
      expect(rows.length).toBeLessThanOrEqual(PROOF_PAGE);
      found.push(...rows);
      before = next === null ? null : BigInt(next);
    } while (before !== null);
    return found;
  }
  const wrongRows = async (merchantId: string, figure: WalletFigure) =>
    (await allRows(merchantId, figure)).flatMap(({ position, problem, missing }) =>
      problem === null ? [] : [{ position, problem, missing }],
    );

  it("adds up to the wallet's balance after any events", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(4), fc.bigInt(1n, 1_000n)), { maxLength: 30 }), async (drawn) => {
        const { merchantId, fund } = await world.merchant();
        await fund(FUND);
        await bookOn(merchantId, possible(drawn));
        const [wallet] = await wallets.list(merchantId);
        for (const figure of WALLET_FIGURES) {
          const proof = await prove(merchantId, figure);
          expect(proof).toMatchObject({ is_proven: true, gaps: 0, first_gap: null, opening: '0', missing_last: 0 });
          expect(proof.balance).toBe(wallet?.[figure]);
          expect(proof.closing).toBe(proof.balance);
          const rows = await allRows(merchantId, figure);
          expect(rows[0]?.running ?? '0').toBe(proof.balance);
          const sum = rows.reduce((total, { amount }) => total + BigInt(amount), 0n);
          expect(sum.toString()).toBe(proof.balance);
          expect(rows.every(({ running, recorded }) => recorded === null || recorded === running)).toBe(true);
        }
      }),
      { numRuns: 12 },
    );
  });

  it('separates the entries before a moment from those since', async () => {
    const merchantId = await merchant(2);
    const since = world.clock.now();
    await bookOn(merchantId, [frozen(700n)]);
    const proof = await wallets.prove(of(merchantId, 'available'), since);
    expect(proof).toMatchObject({
      opening: String(FUND - 300n),
      closing: String(FUND - 1_000n),
      is_proven: true,
      movements: [{ order_type: 'withdrawal', count: 1, credit: '0', debit: '700' }],
    });
    const { rows } = await wallets.rows(of(merchantId, 'available'), since, null);
    expect(rows.map(({ amount }) => amount)).toEqual(['-700']);
  });

  it('lists the rows of a total in booking order, even if all have the same time', async () => {
    const { merchantId } = await world.merchant();
    const at = world.clock.now();
    const adjusted = (amount: bigint): LedgerEvent => ({ kind: 'adjusted', amount });
    for (let amount = 1n; amount <= 20n; amount += 1n) {
      const booking = { event: adjusted(amount), businessId: uuidv7(), businessOrderNo: `A${amount}` };
      await world.run((tx) => book(tx, { merchantId, currency: 'CNY', at }, [booking]));
    }
    const rows = await allRows(merchantId, 'total');
    const booked = Array.from({ length: 20 }, (_, index) => 20 - index);
    expect(rows.map(({ business_order_no }) => business_order_no)).toEqual(booked.map((amount) => `A${amount}`));
    expect(rows.map(({ running }) => Number(running))).toEqual(booked.map((last) => (last * (last + 1)) / 2));
  });

  it('returns many rows page by page, each once', async () => {
    const merchantId = await merchant(PROOF_PAGE * 2);
    for (const figure of ['available', 'frozen'] as const) {
      const rows = await allRows(merchantId, figure);
      const positions = rows.map(({ position }) => Number(position));
      expect(positions).toEqual(Array.from({ length: rows.length }, (_, at) => rows.length - at));
    }
  });

  const tamper = (merchantId: string, account: string, seq: number, change: 'delete' | 'balance' | 'amount') => {
    const where = sql`where merchant_id = ${merchantId} and account = ${account} and seq = ${seq}`;
    const statements = {
      delete: sql`delete from ledger_entries ${where}`,
      balance: sql`update ledger_entries set balance_after = balance_after + 5 ${where}`,
      amount: sql`update ledger_entries set amount = amount + 5 ${where}`,
    };
    return statements[change].execute(world.db.kysely);
  };

  it.each([
    ['available', 3, 'balance', [{ position: '3', problem: 'balance', missing: 0 }]],
    ['available', 1, 'balance', [{ position: '1', problem: 'balance', missing: 0 }]],
    ['frozen', 2, 'amount', [{ position: '2', problem: 'balance', missing: 0 }]],
    ['frozen', 2, 'delete', [{ position: '3', problem: 'missing', missing: 1 }]],
    ['available', 1, 'delete', [{ position: '2', problem: 'missing', missing: 1 }]],
  ] as const)('marks the invalid row: %s entry %i, %s', async (account, seq, change, wrong) => {
    const merchantId = await merchant();
    await tamper(merchantId, account, seq, change);
    expect(await wrongRows(merchantId, account)).toEqual(wrong);
    const proof = await prove(merchantId, account);
    expect(proof).toMatchObject({ is_proven: false, gaps: 1, first_gap: wrong[0].position });
    const other = account === 'available' ? 'frozen' : 'available';
    expect(await prove(merchantId, other)).toMatchObject({ is_proven: true, gaps: 0 });
    expect(await prove(merchantId, 'total')).toMatchObject({ is_proven: false, gaps: 1 });
  });

  it('reports deleted newest entries, which no row can show', async () => {
    const merchantId = await merchant();
    await tamper(merchantId, 'frozen', 4, 'delete');
    expect(await prove(merchantId, 'frozen')).toMatchObject({ is_proven: false, gaps: 0, missing_last: 1 });
  });

  it('reports a wallet that was changed without an entry', async () => {
    const merchantId = await merchant();
    await sql`update wallets set available = available + 1 where merchant_id = ${merchantId}`.execute(world.db.kysely);
    const proof = await prove(merchantId, 'available');
    expect(proof).toMatchObject({ is_proven: false, gaps: 0 });
    expect(BigInt(proof.balance) - BigInt(proof.closing)).toBe(1n);
  });

  it("isn't found for a currency without a wallet, nor for another tenant", async () => {
    const merchantId = await merchant();
    await expect(wallets.prove({ merchantId, figure: 'total', currency: 'USD' }, null)).rejects.toThrow(NotFoundError);
    const other = (await world.merchant()).merchantId;
    expect(await prove(other, 'total')).toMatchObject({ balance: '0', movements: [], is_proven: true });
    expect(await allRows(other, 'total')).toEqual([]);
  });
});

const frozen = (amount: bigint): LedgerEvent => ({ kind: 'withdrawal_frozen', amount, fee: 0n, deduction: 'outer' });

/** Filters the drawn events to possible ones: only frozen money can be released or paid out. */
function possible(drawn: readonly (readonly [number, bigint])[]): LedgerEvent[] {
  const open: bigint[] = [];
  return drawn.flatMap(([kind, amount]): LedgerEvent[] => {
    if (kind === 0) return [{ kind: 'adjusted', amount }];
    if (kind === 1) return [{ kind: 'adjusted', amount: -amount }];
    if (kind === 2) {
      open.push(amount);
      return [frozen(amount)];
    }
    const done = open.pop();
    if (done === undefined) return [];
    const end = kind === 3 ? 'withdrawal_succeeded' : 'withdrawal_released';
    return [{ kind: end, amount: done, fee: 0n, deduction: 'outer' }];
  });
}
