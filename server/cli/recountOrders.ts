import { recountOrders } from '#server/figures/recountOrders.ts';
import { onDatabaseAsIs, runCommand } from './commandLine.ts';

/** `npm run orders:recount`: recomputes the order sums behind the dashboard, also while the server runs. */
async function recount(): Promise<void> {
  await onDatabaseAsIs(async (db) => {
    await recountOrders(db);
    process.stdout.write('The order totals have been recounted.\n');
  });
}

runCommand(recount);
