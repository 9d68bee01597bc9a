import path from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import type { Resource } from '@merchant-console/declaration';
import { execute } from '#tests/support/executeStatement.ts';
import { createDatabase, startPostgres } from '#tests/support/postgres.ts';
import { systemClock } from '#server/clock.ts';
import { connect, type Db } from '#server/db/connect.ts';
import { silentLog } from '#server/db/dbLog.ts';
import { openPostgres } from '#server/db/postgres/openPostgres.ts';
import { ordersSource } from '#server/modules/orders/service.ts';
import { SEARCH } from '#server/modules/searchIndexes.ts';
import { parseListQuery } from '#server/resources/listQuery.ts';
import type { RecordSource } from '#server/resources/RecordSource.ts';
import { loadResources } from '#server/resources/registry/readFolder.ts';
import { percentiles, type Percentiles } from './percentiles.ts';
import { createByHand } from './scale/byHand.ts';
import { fillTenants } from './scale/fillTenants.ts';
import { type Known, type Narrowing, narrowingsOf, sortingsOf } from './scale/orderCases.ts';
import { startServer } from './serverProcess.ts';
import { timed } from './timed.ts';

/**
 * npm run bench:scale [-- --orders 10000000 --tenants 1000 --own 100000 --requests 30]: each filter and sort that
 * `orders` declares, on PostgreSQL, for one tenant of many, compared with the same query in handwritten SQL; and for
 * the same tenant alone in the database. The two of a pair alternate.
 */
const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '10000000' },
    tenants: { type: 'string', default: '1000' },
    own: { type: 'string', default: '100000' },
    requests: { type: 'string', default: '30' },
  },
});
const own = Number(values.own);
const requests = Number(values.requests);
const PAGE = 10;
const PAGE_1000 = 999 * PAGE;
const WARM_UP = 3;

const print = (line: string) => process.stdout.write(`${line}\n`);

interface Pair {
  console: Percentiles;
  byHand: Percentiles;
}

async function main(): Promise<void> {
  const postgres = await startPostgres();
  try {
    const alone = await measureWith(postgres.url, 0);
    const among = await measureWith(postgres.url, Number(values.orders) - own);
    report(alone, among);
  } finally {
    await postgres.stop();
  }
}

/** The figures of each query by its name. */
async function measureWith(serverUrl: string, others: number): Promise<Map<string, Pair>> {
  const { url, drop } = await createDatabase(serverUrl);
  try {
    const environment = { DATABASE_URL: url, DATA_DIR: '' };
    await (await startServer({ name: 'postgres', environment })).stop();
    const db = await connect({ databaseUrl: url, dataDir: '', clock: systemClock });
    try {
      const merchantId = await owner(db);
      await db.patiently(() => sql`truncate orders cascade`.execute(db.kysely));
      const began = performance.now();
      await fillTenants(db, { merchantId, own, others, count: Number(values.tenants) - 1 });
      // Autovacuum would run some time later; until then, counts visit each row.
      await execute(url, 'vacuum orders');
      const made = (own + others).toLocaleString('en');
      print(`${made} orders, ${own.toLocaleString('en')} of the tenant, made in ${seconds(performance.now() - began)}`);
      return await measure(db, url, merchantId);
    } finally {
      await db.close();
    }
  } finally {
    await drop();
  }
}

async function measure(db: Db, databaseUrl: string, merchantId: string): Promise<Map<string, Pair>> {
  const resources = await loadResources(path.resolve(import.meta.dirname, '..', 'resources'));
  const resource = resources.get('orders');
  if (!resource) throw new Error('orders is not declared');
  const pool = await openPostgres({ databaseUrl, connectTimeoutMs: 5_000, log: silentLog });
  const means: Means = {
    resource,
    source: ordersSource(db, SEARCH.orders),
    byHand: createByHand(pool, merchantId),
    merchantId,
  };
  const figures = new Map<string, Pair>();
  try {
    for (const narrowing of narrowingsOf(resource, await known(db, merchantId))) {
      for await (const { name, ours, byHand } of questionsOf(means, narrowing)) {
        figures.set(`${narrowing.name}, ${name}`, await inTurns(ours, byHand));
      }
    }
  } finally {
    await pool.end();
  }
  return figures;
}

interface Means {
  resource: Resource;
  source: RecordSource;
  byHand: ReturnType<typeof createByHand>;
  merchantId: string;
}

/** Both ways return the same result as text. */
interface Question {
  name: string;
  ours(this: void): Promise<string>;
  byHand(this: void): Promise<string>;
}

async function* questionsOf(
  { resource, source, byHand, merchantId }: Means,
  narrowing: Narrowing,
): AsyncGenerator<Question> {
  const filter = JSON.stringify(narrowing.filter);
  const { conditions } = parseListQuery(resource, { filter });
  const { summary: columns, tabs } = resource.list;
  const sums = { columns, fields: resource.fields, tab: tabs?.source ?? null };
  yield {
    name: 'count and sums',
    ours: async () => {
      const summary = await source.summary(merchantId, conditions, sums);
      const figures = columns.map(({ source: name }) => summary.sums[name]?.map(({ sum }) => sum));
      return [summary.count, ...figures].join();
    },
    byHand: () => byHand.summary(narrowing, columns),
  };
  const total = await byHand.count(narrowing);
  const last = Math.floor((total - 1) / PAGE) * PAGE;
  const pages = { first: 0, ...(last > PAGE_1000 && { '1,000th': PAGE_1000 }), last };
  for (const sorting of sortingsOf(resource)) {
    for (const [page, first] of Object.entries(pages)) {
      const sort = JSON.stringify([sorting.source, sorting.order]);
      const query = parseListQuery(resource, { filter, sort, range: JSON.stringify([first, first + PAGE - 1]) });
      yield {
        name: `${sorting.source} ${sorting.order.toLowerCase()}: ${page} page`,
        ours: async () => (await source.list(merchantId, query)).records.map(({ id }) => id).join(),
        byHand: () => byHand.page({ narrowing, sorting, first, size: PAGE }),
      };
    }
  }
}

/** @throws {Error} if the two results differ */
async function inTurns(ours: () => Promise<string>, theirs: () => Promise<string>): Promise<Pair> {
  const [a, b] = [await ours(), await theirs()];
  if (a !== b) throw new Error(`not the same: ${a} and ${b}`);
  const times: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
  for (let n = -WARM_UP; n < requests; n += 1) {
    const [first, second] = [await timed(ours), await timed(theirs)];
    if (n < 0) continue;
    times.ours.push(first);
    times.theirs.push(second);
  }
  return { console: percentiles(times.ours), byHand: percentiles(times.theirs) };
}

async function owner(db: Db): Promise<string> {
  const { tenant_id } = await db.kysely
    .selectFrom('directory')
    .select('tenant_id')
    .where('name', '=', 'demo')
    .executeTakeFirstOrThrow();
  return tenant_id;
}

async function known(db: Db, merchantId: string): Promise<Known> {
  const row = await db.kysely
    .selectFrom('orders')
    .select(['channel_id', 'order_no'])
    .where('merchant_id', '=', merchantId)
    .orderBy('created_at')
    .offset(own / 2)
    .limit(1)
    .executeTakeFirstOrThrow();
  const failed = await db.kysely
    .selectFrom('orders')
    .select('error_code')
    .where('merchant_id', '=', merchantId)
    .where('error_code', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return { channelId: row.channel_id, orderNo: row.order_no, errorCode: failed?.error_code ?? '' };
}

function report(alone: Map<string, Pair>, among: Map<string, Pair>): void {
  print('ms, p50 / p99: console, by hand, ratio of the p50; the same tenant alone in the database');
  for (const [name, pair] of among) {
    const before = alone.get(name);
    const ratio = pair.console.p50 / pair.byHand.p50;
    const flat = before ? `${ms(before.console)}  ${(pair.console.p50 / before.console.p50).toFixed(2)}` : '';
    print(`${name.padEnd(58)} ${ms(pair.console)}  ${ms(pair.byHand)}  ${ratio.toFixed(2).padStart(5)}   ${flat}`);
  }
}

const ms = ({ p50, p99 }: Percentiles) => `${p50.toFixed(1).padStart(6)} /${p99.toFixed(1).padStart(6)}`;
const seconds = (time: number) => `${(time / 1000).toFixed(1)} s`;

await main();
