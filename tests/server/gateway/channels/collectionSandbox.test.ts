import { afterAll, beforeAll, describe } from 'vitest';
import type { Database } from '#server/db/schema.ts';
import { createCollectionSandbox } from '#server/gateway/channels/sandbox/createCollectionSandbox.ts';
import { migratedDatabase } from '#tests/support/migratedDatabase.ts';
import { TestClock } from '#tests/support/testClock.ts';
import { USUAL_DATABASE, type TestDatabase } from '#tests/support/testDatabase.ts';
import { collectionAdapterContract } from './collectionAdapterContract.ts';

describe('the sandbox for collections', () => {
  let database: TestDatabase<Database>;
  beforeAll(async () => {
    database = await migratedDatabase(USUAL_DATABASE);
  });
  afterAll(() => database.remove());

  collectionAdapterContract({
    adapter: () =>
      createCollectionSandbox({ db: database.db, clock: new TestClock(), publicUrl: 'https://pay.example.com' }),
    amounts: { paid: 10_000n, failed: 10_013n, waiting: 10_077n },
    async timesPaid({ merchantId, orderNo }) {
      const rows = await database.db.kysely
        .selectFrom('sandbox_collections')
        .where('merchant_id', '=', merchantId)
        .where('order_no', '=', orderNo)
        .where('status', '=', 'paid')
        .selectAll()
        .execute();
      return rows.length;
    },
  });
});
