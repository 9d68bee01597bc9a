import { systemClock } from '#server/clock.ts';
import { connect } from '#server/db/connect.ts';
import { recountOrders } from '#server/figures/recountOrders.ts';
import { readConfig } from '#server/process/config.ts';
import { explain } from '#server/process/startProblem.ts';

/** `npm run orders:recount`: recomputes the order sums behind the dashboard, also while the server runs. */
async function recount(): Promise<void> {
  const { databaseUrl, dataDir } = readConfig({ ...process.env, DEMO: '0' });
  const db = await connect({ databaseUrl, dataDir, clock: systemClock });
  try {
    await recountOrders(db);
    process.stdout.write('The order totals have been recounted.\n');
  } finally {
    await db.close();
  }
}

recount().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
});
