import { type QueryExecutorProvider, sql } from 'kysely';
import type { Database } from '#server/db/schema.ts';
import { gate } from '#tests/support/gate.ts';
import type { TestDatabase } from '#tests/support/testDatabase.ts';

/** A row of the table `changes`. */
interface Row {
  merchantId: string;
  resource: string;
  userId: string;
}

/** A transaction that has written a change and is still open. */
export interface Writer<R extends Row = Row> {
  row: R;
  ageMs: number;
  /** Makes the row older. */
  shift(ms: number): Promise<void>;
  /** @returns the time of the row in milliseconds; null if it was rolled back */
  end(isCommitted: boolean): Promise<number | null>;
}

class RolledBackError extends Error {}

const timeOf = sql<string>`extract(epoch from at) * 1000`;

async function insert(db: QueryExecutorProvider, { merchantId, resource, userId }: Row, ageMs = 0) {
  const { rows } = await sql<{ id: string; time: string }>`
    insert into changes (merchant_id, resource, user_id, at)
    values (${merchantId}, ${resource}, ${userId}, clock_timestamp() - ${ageMs} * interval '1 millisecond')
    returning id, ${timeOf} as time`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('no row');
  return { id: row.id, time: Number(row.time) };
}

/** Makes all rows older that have been committed. */
export const older = (ms: number) => sql`update changes set at = at - ${ms} * interval '1 millisecond'`;

/** On a database that has only one transaction at a time, the row is inserted at the end, as old as it would be. */
function writeAtEnd<R extends Row>({ db }: TestDatabase<Database>, row: R): Writer<R> {
  const writer: Writer<R> = {
    row,
    ageMs: 0,
    shift: async () => {},
    end: async (isCommitted) => (isCommitted ? (await insert(db.kysely, row, writer.ageMs)).time : null),
  };
  return writer;
}

async function writeAtOnce<R extends Row>({ db }: TestDatabase<Database>, row: R): Promise<Writer<R>> {
  const [written, ending] = [gate(), gate()];
  let isKept = false;
  let time = 0;
  let shift = async (_: number) => {};
  const transaction = db.transaction(async (tx) => {
    const inserted = await insert(tx, row);
    ({ time } = inserted);
    shift = async (ms) => {
      await sql`${older(ms)} where merchant_id = ${row.merchantId} and id = ${inserted.id}`.execute(tx);
      time -= ms;
    };
    written.open();
    await ending.opened;
    if (!isKept) throw new RolledBackError();
  });
  await written.opened;
  return {
    row,
    ageMs: 0,
    shift: (ms) => shift(ms),
    end: async (isCommitted) => {
      isKept = isCommitted;
      ending.open();
      await transaction.catch((error: unknown) => {
        if (!(error instanceof RolledBackError)) throw error;
      });
      return isCommitted ? time : null;
    },
  };
}

/** Begins a transaction that writes a row. */
export async function beginWrite<R extends Row>(test: TestDatabase<Database>, row: R): Promise<Writer<R>> {
  return test.db.kind === 'embedded' ? writeAtEnd(test, row) : writeAtOnce(test, row);
}
