import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { systemClock } from '#server/clock.ts';
import { connect, type Db } from '#server/db/connect.ts';
import { addOrder, fillOrders } from './addOrders.ts';
import { onDatabases } from './onDatabases.ts';
import { inWords, type Percentiles } from './percentiles.ts';
import { startServer, type Place } from './serverProcess.ts';
import { signIn } from './signIn.ts';
import { timed, timedInRow } from './timed.ts';

/**
 * npm run bench:home [-- --orders 20000,5000000 --databases embedded,postgres]: how long the dashboard's figures take
 * with this many orders of one merchant within 90 days, and what counting each order for them costs.
 */
const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '20000,5000000' },
    databases: { type: 'string', default: 'embedded,postgres' },
  },
});

const WARM_UP = 10;
const REQUESTS = 100;
const INSERTS = 300;
/** More orders take the embedded database hours. */
const MOST_EMBEDDED = 200_000;

const print = (line: string) => process.stdout.write(`${line}\n`);

async function measure(place: Place): Promise<void> {
  await (await startServer(place)).stop();
  for (const orders of values.orders.split(',').map(Number)) {
    if (place.name === 'embedded' && orders > MOST_EMBEDDED) continue;
    await onDatabase(place, async (db) => {
      const ms = await timed(() => fillOrders(db, orders));
      print(`${place.name}: ${orders.toLocaleString('en')} orders, made in ${seconds(ms)}`);
    });
    const server = await startServer(place);
    try {
      const headers = { 'X-Token': await signIn(server.url) };
      const figures = await timedInRow(
        async () => {
          const answer = await fetch(`${server.url}/prod-api/home-info`, { headers });
          await answer.text();
          if (!answer.ok) throw new Error(`home-info: ${answer.status}`);
        },
        { warmUp: WARM_UP, times: REQUESTS },
      );
      print(`  GET /home-info: ${inWords(figures)}`);
    } finally {
      await server.stop();
    }
  }
  await onDatabase(place, async (db) => {
    let number = 1_000_000_000;
    const add = () => addOrder(db, (number += 1));
    const noted = await timedInRow(add, { warmUp: WARM_UP, times: INSERTS });
    await sql`alter table orders disable trigger orders_added`.execute(db.kysely);
    const plain = await timedInRow(add, { warmUp: WARM_UP, times: INSERTS });
    await sql`alter table orders enable trigger orders_added`.execute(db.kysely);
    print(`  one order: noted ${inWords(noted)}; not noted ${inWords(plain)}; ratio ${ratio(noted, plain)}`);
  });
}

async function onDatabase({ environment }: Place, act: (db: Db) => Promise<void>): Promise<void> {
  const databaseUrl = environment['DATABASE_URL'] ?? '';
  const db = await connect({ databaseUrl, dataDir: environment['DATA_DIR'] ?? '', clock: systemClock });
  try {
    await act(db);
  } finally {
    await db.close();
  }
}

const ratio = (one: Percentiles, other: Percentiles) => (one.p50 / other.p50).toFixed(2);
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

await onDatabases(values.databases, measure);
