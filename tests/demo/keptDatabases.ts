import { onTestFinished } from 'vitest';
import type { Database } from '#server/db/schema.ts';
import type { TestDatabase } from '#tests/support/testDatabase.ts';

/** Some transactions of the first merchant, and one or two of each other. */
export const HISTORY = { orders: 400, stepsPerChunk: 60 };

/** A database of the test, after which it is removed. */
export function kept(database: TestDatabase<Database>) {
  onTestFinished(() => database.remove());
  return database.db;
}
