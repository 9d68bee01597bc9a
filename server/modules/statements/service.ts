import { LONGEST_STATEMENT, type Statement, type StatementQuery } from '#shared/contract/statements.ts';
import { addDays, dayInZone, daysOf, startOfDay } from '@merchant-console/declaration';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tx } from '#server/db/schema.ts';
import { merchantOf } from '#server/db/tenants.ts';
import { NotFoundError } from '#server/errors.ts';
import { assertPeriod } from '#server/figures/assertPeriod.ts';
import { statementOf } from './statementOf.ts';
import {
  boundaries,
  feesWithoutLine,
  type LedgerLine,
  type LinePosition,
  type LineTable,
  movements,
  walletLines,
} from './statementSql.ts';

/** Ledger lines per query. */
const LINES_AT_ONCE = 500;

/** The ledger lines of one currency of a statement. */
export interface CurrencyLines {
  /** Number of changes of an account; a line that changes both accounts counts twice, one without a change once. */
  changes: number;
  /**
   * The lines in order, and the fees that took a whole amount, read in slices without holding a connection. Lines booked after the statement was read are left
   * out.
   */
  slices(): AsyncGenerator<LedgerLine[], void, undefined>;
}

/** A statement and the ledger lines that it sums up. */
export interface StatementWithLines {
  statement: Statement;
  /** By currency. */
  lines: ReadonlyMap<string, CurrencyLines>;
}

/** Daily balances and movements of a merchant's wallets. */
export function createStatements({ db, clock }: { db: Db; clock: Clock }) {
  /**
   * An entry belongs to the day of its time in the merchant's time zone. Reads one snapshot, of the standby if possible.
   *
   * @throws {ValidationError} if the days are in the wrong order, in the future, or too many
   * @throws {NotFoundError} if the merchant has no wallet in the currency
   */
  async function read(merchantId: string, query: StatementQuery): Promise<Statement> {
    return db.fromStandby(() => db.transaction((tx) => readIn(tx, merchantId, query), SNAPSHOT));
  }

  /** Statement and number of lines come from one snapshot. @throws errors of `read` */
  async function readWithLines(merchantId: string, query: StatementQuery): Promise<StatementWithLines> {
    return db.transaction(async (tx) => {
      const statement = await readIn(tx, merchantId, query);
      const lines = new Map<string, CurrencyLines>();
      for (const { currency } of statement.statements) {
        lines.set(currency, await linesOf(tx, { merchantId, currency, ...boundsOf(statement) }));
      }
      return { statement, lines };
    }, SNAPSHOT);
  }

  async function linesOf(tx: Tx, of: Parameters<typeof walletLines>[0]): Promise<CurrencyLines> {
    const [lines, fees] = [await openTable(tx, walletLines(of)), await openTable(tx, feesWithoutLine(of))];
    return { changes: lines.changes + fees.changes, slices: () => merged(lines.slices(), fees.slices()) };
  }

  async function openTable(tx: Tx, table: LineTable): Promise<CurrencyLines> {
    const { rows: counted } = await table.count.execute(tx);
    const { rows: ends } = await table.last.execute(tx);
    const last = ends[0];
    return {
      changes: Number(counted[0]?.changes ?? 0n),
      async *slices() {
        let after: LinePosition | null = null;
        if (!last) return;
        for (;;) {
          const { rows }: { rows: LedgerLine[] } = await table.after(after, last, LINES_AT_ONCE).execute(db.kysely);
          if (rows.length > 0) yield rows;
          after = rows.at(-1) ?? null;
          if (rows.length < LINES_AT_ONCE) return;
        }
      },
    };
  }

  async function readIn(tx: Tx, merchantId: string, query: StatementQuery): Promise<Statement> {
    const merchant = await merchantOf(tx, merchantId);
    const now = clock.now();
    const today = dayInZone(now, merchant.time_zone);
    const period = periodOf(query, today);
    assertPeriod(period, { today, longest: LONGEST_STATEMENT });
    const days = daysOf(period);
    const moments = [...days, addDays(period.to, 1)].map((day) => startOfDay(day, merchant.time_zone));
    const wallets = await walletsOf(tx, merchantId);
    const { currency } = query;
    const asked = wallets.filter((wallet) => currency === undefined || wallet.currency === currency);
    if (currency !== undefined && asked.length === 0) throw new NotFoundError();
    const of = { merchantId, currencies: asked.map((wallet) => wallet.currency), moments };
    const { rows: atEnds } = await boundaries(of).execute(tx);
    const { rows: between } = await movements(of).execute(tx);
    return {
      merchant: { name: merchant.name, merchant_no: merchant.merchant_no },
      time_zone: merchant.time_zone,
      generated_at: now.toISOString(),
      today,
      period,
      currencies: wallets.map((wallet) => wallet.currency),
      statements: asked.map((wallet) => {
        const isOf = (row: { currency: string }) => row.currency === wallet.currency;
        const own = { boundaries: atEnds.filter(isOf), movements: between.filter(isOf) };
        const rows = { currency: wallet.currency, ...own, wallet: period.to === today ? wallet : null };
        return statementOf(rows, days, moments);
      }),
    };
  }

  return { read, readWithLines };
}

/** Two sequences in order of time as one. */
async function* merged(first: Slices, second: Slices): Slices {
  const others = linesIn(second);
  let other = await others.next();
  for await (const slice of first) {
    const lines: LedgerLine[] = [];
    for (const line of slice) {
      for (; !other.done && other.value.created_at < line.created_at; other = await others.next()) {
        lines.push(other.value);
      }
      lines.push(line);
    }
    yield lines;
  }
  for (; !other.done; other = await others.next()) yield [other.value];
}

async function* linesIn(slices: Slices): AsyncGenerator<LedgerLine, void, undefined> {
  for await (const slice of slices) yield* slice;
}

type Slices = ReturnType<CurrencyLines['slices']>;

const SNAPSHOT = { isolationLevel: 'repeatable read', readOnly: true } as const;

/** First moment of a period, and the first one after it. */
function boundsOf({ period, time_zone }: Statement): { from: Date; to: Date } {
  return { from: startOfDay(period.from, time_zone), to: startOfDay(addDays(period.to, 1), time_zone) };
}

async function walletsOf(tx: Tx, merchantId: string) {
  return tx
    .selectFrom('wallets')
    .where('merchant_id', '=', merchantId)
    .orderBy('currency')
    .select(['currency', 'available', 'frozen'])
    .execute();
}

/** A single given day is the whole period; yesterday if none is given. */
function periodOf({ from, to }: StatementQuery, today: string): Statement['period'] {
  const yesterday = addDays(today, -1);
  return { from: from ?? to ?? yesterday, to: to ?? from ?? yesterday };
}
