import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CurrencyStatement, StatementSection } from '#shared/contract/statements.ts';
import type { LedgerEvent } from '#server/ledger/postings.ts';
import { book } from '#server/money/book.ts';
import { createStatements } from '#server/modules/statements/service.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { moneyWorld, type MoneyWorld } from '../../money/moneyWorld.ts';

const NONE = { available: '0', frozen: '0', total: '0' };
const adjusted = (amount: bigint): LedgerEvent => ({ kind: 'adjusted', amount });
const frozen = (amount: bigint): LedgerEvent => ({ kind: 'withdrawal_frozen', amount, fee: 0n, deduction: 'inner' });

describe('the reconciliation of a statement', () => {
  let world: MoneyWorld;
  beforeAll(async () => {
    world = await moneyWorld(USUAL_DATABASE);
  });
  afterAll(() => world.remove());

  async function merchant(timeZone = 'UTC'): Promise<string> {
    const { merchantId } = await world.merchant();
    const change = { time_zone: timeZone };
    await world.db.kysely.updateTable('merchants').set(change).where('merchant_id', '=', merchantId).execute();
    return merchantId;
  }
  const bookAt = (merchantId: string, at: string, ...events: LedgerEvent[]) =>
    world.run((tx) =>
      book(
        tx,
        { merchantId, currency: 'CNY', at: new Date(at) },
        events.map((event) => ({ event, businessId: uuidv7(), businessOrderNo: 'A0' })),
      ),
    );
  async function read(merchantId: string, from: string, to = from): Promise<CurrencyStatement> {
    const { statements } = await createStatements(world).read(merchantId, { from, to });
    const [one] = statements;
    if (!one) throw new Error('no currency');
    return one;
  }
  const ends = ({ opening, closing }: StatementSection) => [opening.available, closing.available];
  /** Changes entries directly in the database. */
  const tamper = (merchantId: string, change: string, seq: number) =>
    sql`${sql.raw(change)} where merchant_id = ${merchantId} and account = 'available' and seq = ${seq}`.execute(
      world.db.kysely,
    );

  it("starts days at the merchant's midnight, also if the clocks change", async () => {
    const id = await merchant('America/New_York');
    // The clocks are set forward on the 8th, so that day has 23 hours.
    await bookAt(id, '2026-03-08T04:59:59.999Z', adjusted(1n));
    await bookAt(id, '2026-03-08T05:00:00.000Z', adjusted(10n));
    await bookAt(id, '2026-03-09T03:59:59.999Z', adjusted(100n));
    await bookAt(id, '2026-03-09T04:00:00.000Z', adjusted(1_000n));
    const { days, whole } = await read(id, '2026-03-07', '2026-03-09');
    expect(days.map(ends)).toEqual([
      ['0', '1'],
      ['1', '111'],
      ['111', '1111'],
    ]);
    expect(days.map(({ from }) => new Date(from).toISOString())).toEqual([
      '2026-03-07T05:00:00.000Z',
      '2026-03-08T05:00:00.000Z',
      '2026-03-09T04:00:00.000Z',
    ]);
    expect(whole).toMatchObject({ credit: '1111', debit: '0', difference: NONE, missing: 0 });
  });

  it('counts an entry exactly once if its time is before that of the previous entry', async () => {
    const id = await merchant();
    const noon = Date.parse('2026-05-05T00:00:00.000Z');
    const times = Array.from({ length: 12 }, (_, at) => noon - 3_000 + at * 500);
    for (const [at, time] of times.entries()) {
      await bookAt(id, new Date(time).toISOString(), adjusted(10n ** BigInt(at)));
    }
    // As written before entries were kept in chronological order: neighbours are swapped around midnight.
    const swapped = times.map((_, at) => times[at % 4 === 1 ? at + 2 : at % 4 === 3 ? at - 2 : at] ?? 0);
    for (const [at, time] of swapped.entries()) {
      await tamper(id, `update ledger_entries set created_at = '${new Date(time).toISOString()}'`, at + 1);
    }
    const before = swapped.reduce((sum, time, at) => (time < noon ? sum + 10n ** BigInt(at) : sum), 0n);
    const { days, whole } = await read(id, '2026-05-04', '2026-05-05');
    expect(days.map(ends)).toEqual([
      ['0', before.toString()],
      [before.toString(), '111111111111'],
    ]);
    expect(days.map(({ difference, missing }) => ({ difference, missing }))).toEqual([
      { difference: NONE, missing: 0 },
      { difference: NONE, missing: 0 },
    ]);
    expect(whole.lines.map(({ count }) => count)).toEqual([12]);
  });

  it('never books an entry earlier than the previous one', async () => {
    const id = await merchant();
    await bookAt(id, '2026-06-02T00:00:00.500Z', adjusted(100n));
    await bookAt(id, '2026-06-01T23:59:59.900Z', frozen(30n));
    const { days } = await read(id, '2026-06-01', '2026-06-02');
    expect(days.map(({ lines }) => lines.map(({ key }) => key))).toEqual([
      [],
      ['adjustment_credit', 'withdrawal_frozen'],
    ]);
    expect(days[1]?.closing).toEqual({ available: '70', frozen: '30', total: '100' });
  });

  it.each([
    ['an entry that was changed', 'update ledger_entries set amount = 51', ['0', '-1', '0'], [0, 0, 0]],
    // Its day is unknown, so it is reported where the chain continues.
    ['a deleted entry', 'delete from ledger_entries', ['0', '0', '50'], [0, 0, 1]],
  ])('reports %s, with the difference', async (_, change, differences, missing) => {
    const id = await merchant();
    await bookAt(id, '2026-06-10T10:00:00Z', adjusted(100n));
    await bookAt(id, '2026-06-11T10:00:00Z', adjusted(50n));
    await bookAt(id, '2026-06-12T10:00:00Z', adjusted(25n));
    await tamper(id, change, 2);
    const { days, whole } = await read(id, '2026-06-10', '2026-06-12');
    expect(days.map((day) => day.missing)).toEqual(missing);
    expect(days.map((day) => day.difference.available)).toEqual(differences);
    expect([whole.difference.available]).toEqual(differences.filter((one) => one !== '0'));
    expect(whole.closing.available).toBe('175');
  });

  it('compares today with the current wallet', async () => {
    const id = await merchant();
    const today = world.clock.now().toISOString();
    await bookAt(id, today, adjusted(100n));
    const day = today.slice(0, 10);
    expect((await read(id, day)).wallet?.difference).toEqual(NONE);
    await world.db.kysely.updateTable('wallets').set({ available: 93n }).where('merchant_id', '=', id).execute();
    expect((await read(id, day)).wallet).toEqual({
      balance: { available: '93', frozen: '0', total: '93' },
      difference: { available: '-7', frozen: '0', total: '-7' },
    });
  });
});
