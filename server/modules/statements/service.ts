import { LONGEST_STATEMENT, type Statement, type StatementQuery } from '#shared/contract/statements.ts';
import { addDays, countDays, dayInZone, daysOf, startOfDay } from '#shared/format/timeZone.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tx } from '#server/db/schema.ts';
import { NotFoundError, ValidationError } from '#server/errors.ts';
import { statementOf } from './statementOf.ts';
import { boundaries, movements } from './statementSql.ts';

/** Daily balances and movements of a merchant's wallets. */
export function createStatements({ db, clock }: { db: Db; clock: Clock }) {
  /**
   * An entry belongs to the day of its time in the merchant's time zone. Reads one snapshot.
   *
   * @throws {ValidationError} if the days are in the wrong order, in the future, or too many
   * @throws {NotFoundError} if the merchant has no wallet in the currency
   */
  async function read(merchantId: string, query: StatementQuery): Promise<Statement> {
    return db.transaction(
      async (tx) => {
        const merchant = await merchantOf(tx, merchantId);
        const now = clock.now();
        const today = dayInZone(now, merchant.time_zone);
        const period = periodOf(query, today);
        assertAllowed(period, today);
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
      },
      { isolationLevel: 'repeatable read' },
    );
  }

  return { read };
}

async function merchantOf(tx: Tx, merchantId: string) {
  return tx
    .selectFrom('merchants')
    .where('merchant_id', '=', merchantId)
    .select(['name', 'merchant_no', 'time_zone'])
    .executeTakeFirstOrThrow();
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

/** @throws {ValidationError} if the period is in the wrong order, in the future or too long */
function assertAllowed(period: Statement['period'], today: string): void {
  const length = countDays(period);
  if (length < 1) throw new ValidationError({ to: { key: 'period_order' } });
  if (period.to > today) throw new ValidationError({ to: { key: 'period_future' } });
  if (length > LONGEST_STATEMENT)
    throw new ValidationError({ to: { key: 'period_too_long', args: { max: LONGEST_STATEMENT } } });
}
