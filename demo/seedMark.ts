import { sql } from 'kysely';
import { z } from 'zod';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import type { DbOrTx, Tx } from '#server/db/schema.ts';

const NAME = 'demo_seed';

/**
 * Parameters and progress of the demo, written in the same transaction as the data. Keeps keys of other versions,
 * because `replaceSeedMark` compares the whole mark.
 */
const seedMarkSchema = z.looseObject({
  seed: z.int(),
  orders: z.int(),
  /** End of the period. A seeding that resumes after a crash keeps it. */
  now: z.iso.datetime(),
  stepsPerChunk: z.int(),
  chunks: z.int(),
  written: z.object({ orders: z.int(), transactions: z.int(), requests: z.int() }),
  finished: z.boolean(),
  /** True if the audit log covers the requests. Absent until then. */
  audited: z.boolean().optional(),
});
export type SeedMark = z.infer<typeof seedMarkSchema>;

/** Thrown if another process seeds this database at the same time. */
export class SeedingElsewhereError extends Error {
  constructor() {
    super('Another process is creating demo data in this database. Wait until it has finished');
    this.name = 'SeedingElsewhereError';
  }
}

/** Returns null if the database has never been seeded. */
export async function readSeedMark(db: DbOrTx): Promise<SeedMark | null> {
  const row = await db
    .selectFrom('settings')
    .where('merchant_id', '=', PLATFORM_ID)
    .where('name', '=', NAME)
    .select('value')
    .executeTakeFirst();
  return row ? seedMarkSchema.parse(row.value) : null;
}

/** @throws {SeedingElsewhereError} if there is a mark already */
export async function createSeedMark(tx: Tx, mark: SeedMark): Promise<void> {
  const result = await tx
    .insertInto('settings')
    .values({ merchant_id: PLATFORM_ID, name: NAME, value: JSON.stringify(mark), updated_at: new Date(mark.now) })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'name']).doNothing())
    .executeTakeFirst();
  if (result.numInsertedOrUpdatedRows !== 1n) throw new SeedingElsewhereError();
}

/** @throws {SeedingElsewhereError} if the mark has changed since it was read */
export async function replaceSeedMark(tx: Tx, old: SeedMark, mark: SeedMark): Promise<void> {
  const result = await tx
    .updateTable('settings')
    .set({ value: JSON.stringify(mark), updated_at: new Date(mark.now) })
    .where('merchant_id', '=', PLATFORM_ID)
    .where('name', '=', NAME)
    .where('value', '=', sql<string>`${JSON.stringify(old)}::jsonb`)
    .executeTakeFirst();
  if (result.numUpdatedRows !== 1n) throw new SeedingElsewhereError();
}
