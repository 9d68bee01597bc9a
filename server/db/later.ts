import { CompiledQuery, type QueryExecutorProvider, type Transaction } from 'kysely';
import type { Database } from './schema.ts';

/** Begins the text of a statement that `later` has handed over. */
export const LATER = '/* later */ ';

/**
 * Hands over a write of a transaction, which is executed with the transaction's next statement, at the latest with its
 * commit, and so takes no round trip. If it fails, that statement or the commit throws its error. For writes of which
 * nobody needs the result, nor the error at a certain place.
 */
export async function later<Schema = Database>(
  tx: Transaction<Schema>,
  write: { compile(executor: QueryExecutorProvider): Pick<CompiledQuery, 'sql' | 'parameters'> },
): Promise<void> {
  const { sql, parameters } = write.compile(tx);
  await tx.executeQuery(CompiledQuery.raw(`${LATER}${sql}`, [...parameters]));
}
