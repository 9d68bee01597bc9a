import pg from 'pg';
import { z } from 'zod';
import { timed } from '../timed.ts';

/** Rows of an insert, as the server writes them. */
const ROWS = 1_000;

/** `$1` is the batch. */
const OF_PAYOUTS = `merchant_id = (select merchant_id from batch_transfers where id = $1)
  and %s in (select payout_id from batch_transfer_items where batch_id = $1)`;
const OF_TRANSACTIONS = `merchant_id = (select merchant_id from batch_transfers where id = $1)
  and %s in (select id from ledger_transactions where event = 'payout_frozen'
    and business_id in (select payout_id from batch_transfer_items where batch_id = $1))`;
/**
 * The rows that a submission has inserted, by table, in the order of their foreign keys. The payouts have ended since, which
 * changes values, but no number of rows.
 */
const INSERTED: readonly [table: string, rows: string][] = [
  ['payouts', OF_PAYOUTS.replace('%s', 'id')],
  ['unapproved_outflows', OF_PAYOUTS.replace('%s', 'record_id')],
  ['ledger_transactions', OF_TRANSACTIONS.replace('%s', 'id')],
  ['ledger_entries', OF_TRANSACTIONS.replace('%s', 'transaction_id')],
  ['ledger_lines', OF_TRANSACTIONS.replace('%s', 'transaction_id')],
];

const rowsSchema = z.array(z.object({ row: z.string() }));

/**
 * Takes the rows of a submitted batch out of the database and writes them again in one transaction: what the submission
 * writes, without reading and checking anything. Needs a superuser and a server that is stopped.
 * @returns milliseconds
 */
export async function submittedPlainly(databaseUrl: string, batchId: string): Promise<number> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const tables: { table: string; chunks: string[] }[] = [];
    for (const [table, where] of INSERTED) {
      const { rows } = await client.query(`select to_json(t)::text as row from ${table} t where ${where}`, [batchId]);
      const texts = rowsSchema.parse(rows).map(({ row }) => row);
      tables.push({ table, chunks: chunksOf(texts).map((some) => `[${some.join()}]`) });
    }
    await taken(client, batchId);
    return await timed(async () => {
      await client.query('begin');
      for (const { table, chunks } of tables) {
        for (const rows of chunks)
          await client.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [rows]);
      }
      await client.query(JOBS, [batchId]);
      // Ended rows can't become queued again.
      await client.query('update batch_transfer_items set updated_at = now() where batch_id = $1', [batchId]);
      await client.query('commit');
    });
  } finally {
    await client.end();
  }
}

const JOBS = `insert into payout_jobs (merchant_id, payout_id, due_at)
  select merchant_id, payout_id, now() from batch_transfer_items where batch_id = $1`;

/** Deletes without triggers and foreign keys, which would forbid it, the last table first. */
async function taken(client: pg.Client, batchId: string): Promise<void> {
  await client.query('begin');
  await client.query('set local session_replication_role = replica');
  for (const [table, where] of INSERTED.toReversed())
    await client.query(`delete from ${table} where ${where}`, [batchId]);
  await client.query('commit');
  await client.query('vacuum analyze');
}

function chunksOf(rows: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(rows.length / ROWS) }, (_, at) => rows.slice(at * ROWS, (at + 1) * ROWS));
}
