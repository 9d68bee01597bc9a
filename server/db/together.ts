import { type Dialect, Transaction } from 'kysely';

/**
 * Waits for several things of a transaction. Their first statements share a message, and so do the next ones of those
 * that need as many: list reads here that don't depend on each other.
 * @throws the error of the first one, in the given order, that fails; by then, none is still running
 */
export async function together<const T extends readonly Promise<unknown>[]>(
  ...all: T
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(all);
  // All are settled, so this takes the first error in order.
  return Promise.all(all);
}

/** A transaction's handle that hands over a statement at once. Kysely's own one waits for the answer to the one before. */
export async function withoutTurns<Schema>(tx: Transaction<Schema>, dialect: Dialect): Promise<Transaction<Schema>> {
  const executor = tx.getExecutor();
  const connection = await executor.provideConnection(async (own) => own);
  return new Transaction<Schema>({
    config: { dialect },
    dialect,
    driver: dialect.createDriver(),
    executor: executor.withConnectionProvider({ provideConnection: (consumer) => consumer(connection) }),
  });
}
