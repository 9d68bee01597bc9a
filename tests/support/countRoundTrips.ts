import type { KyselyPlugin } from 'kysely';
import type { Db } from '#server/db/connect.ts';

/** The same database, which counts the statements that wait for an answer, and the ends of transactions. */
export function countRoundTrips(db: Db): { db: Db; count(): number } {
  let trips = 0;
  const own = new WeakSet<object>();
  const counting: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      own.add(queryId);
      return node;
    },
    transformResult: async ({ result, queryId }) => {
      // One that `later` sends with another statement has another ID than when it was compiled.
      if (own.has(queryId)) trips += 1;
      return result;
    },
  };
  return {
    count: () => trips,
    db: {
      ...db,
      kysely: db.kysely.withPlugin(counting),
      transaction: (fn, options) => {
        trips += 1;
        return db.transaction((tx) => fn(tx.withPlugin(counting)), options);
      },
    },
  };
}
