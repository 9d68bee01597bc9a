import type { KyselyPlugin } from 'kysely';
import type { Db } from '#server/db/connect.ts';

/** The same database, which counts statements and the beginnings and ends of transactions. */
export function countRoundTrips(db: Db): { db: Db; count(): number } {
  let trips = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      trips += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return {
    count: () => trips,
    db: {
      ...db,
      kysely: db.kysely.withPlugin(counting),
      transaction: (fn, options) => {
        trips += 2;
        return db.transaction((tx) => fn(tx.withPlugin(counting)), options);
      },
    },
  };
}
