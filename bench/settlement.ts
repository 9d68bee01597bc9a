import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { systemClock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { silentLog } from '#server/db/dbLog.ts';
import { createOrderProcessor } from '#server/gateway/createOrderProcessor.ts';
import { createPayoutProcessor } from '#server/gateway/createPayoutProcessor.ts';
import type { Processor, ProcessorDeps } from '#server/jobs/createProcessor.ts';
import { createOrders } from '#server/modules/orders/service.ts';
import { createPayouts, type NewPayout } from '#server/modules/payouts/service.ts';
import { readConfig } from '#server/process/config.ts';
import { open, type Opened } from '#server/process/open.ts';
import { countRoundTrips } from '#tests/support/countRoundTrips.ts';
import { makeWallets } from './money/makeWallets.ts';
import { onDatabases } from './onDatabases.ts';
import type { Place } from './serverProcess.ts';

/**
 * npm run bench:settlement [-- --orders 2000 --only payouts --databases embedded,postgres]: paid orders per second that a
 * worker settles, and payouts that it sends and settles, all of one merchant or of 20, with round trips to the database, CPU
 * time of this process and of PostgreSQL per order, and the longest transaction. The channel answers at once.
 */
const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '2000' },
    only: { type: 'string', default: '' },
    databases: { type: 'string', default: 'embedded,postgres' },
  },
});
const MERCHANTS = [1, 20];
const ORDERS = Number(values.orders);

/** What a worker settles: how it is placed, its queue, and the worker. */
interface Subject {
  name: string;
  jobs: 'order_jobs' | 'payout_jobs';
  place(opened: Opened, merchants: number, orders: number): Promise<void>;
  worker(deps: ProcessorDeps & Pick<Opened, 'cipher'>): Processor;
}

const paid = async () => ({ status: 'success' as const, channelOrderNo: 'C' });
const SUBJECTS: readonly Subject[] = [
  {
    name: 'orders',
    jobs: 'order_jobs',
    place: ({ db }, ...asked) => placeOrders(db, ...asked),
    worker: (deps) => {
      const adapterOf = () => ({ adapter: { open: paid, ask: paid, close: paid }, books: 'bench' });
      return createOrderProcessor({ ...deps, orders: createOrders(deps), adapterOf });
    },
  },
  {
    name: 'payouts',
    jobs: 'payout_jobs',
    place: placePayouts,
    worker: (deps) => {
      const adapterOf = () => ({ adapter: { send: paid, query: paid }, books: 'bench' });
      return createPayoutProcessor({ ...deps, payouts: createPayouts(deps), adapterOf });
    },
  },
];

async function measure({ name, environment }: Place): Promise<void> {
  const opened = await open(readConfig({ ...environment, DEMO: '0' }), systemClock, silentLog);
  try {
    for (const subject of SUBJECTS.filter((one) => one.name.includes(values.only))) {
      for (const merchants of MERCHANTS) {
        // The first round warms up: code is compiled and connections are opened.
        for (const orders of [Math.ceil(ORDERS / 10), ORDERS]) {
          await subject.place(opened, merchants, orders);
          const words = await settleAll(opened, subject, orders);
          if (orders === ORDERS) process.stdout.write(`${name}, ${subject.name} of ${merchants}: ${words}\n`);
        }
      }
    }
  } finally {
    await opened.close();
  }
}

/** Writes orders that have been sent to their channel. */
async function placeOrders(db: Db, merchants: number, orders: number): Promise<void> {
  const ids = (await makeWallets(db, merchants)).map(({ merchantId }) => merchantId);
  await sql`
    with placed as (
      insert into orders (merchant_id, id, order_no, merchant_order_no, channel_id, amount, fee, arrival_amount, rate_bps,
        fixed_fee, deduction, currency, status, expires_at, created_at, updated_at)
      select c.merchant_id, gen_random_uuid(), gen_random_uuid()::text, gen_random_uuid()::text, c.id, 12300, 74, 12226,
        c.rate_bps, c.fixed_fee, c.deduction, c.currency, 'pending', now() + interval '30 minutes', now(), now()
      from channels c cross join generate_series(1, ${Math.ceil(orders / merchants)}::integer)
      where c.merchant_id = any (${ids}::uuid[])
      returning merchant_id, id
    )
    insert into order_jobs (merchant_id, order_id, due_at, sent_to)
    select merchant_id, id, now(), 'bench' from placed`.execute(db.kysely);
  await db.maintain();
}

/** Freezes money of payouts that no bank has received. */
async function placePayouts({ db, cipher }: Opened, merchants: number, orders: number): Promise<void> {
  const payouts = createPayouts({ clock: systemClock });
  for (const { merchantId, userId } of await makeWallets(db, merchants)) {
    const { rows } = await sql<{ id: string }>`
      select id from channels where merchant_id = ${merchantId} limit 1`.execute(db.kysely);
    const payout: NewPayout = {
      channel_id: rows[0]?.id ?? '',
      source: 'batch',
      creator_id: userId,
      remark: null,
      payee_name: 'Ana',
      card_number: cipher.encrypt('6222021234567890128'),
      card_number_masked: '6222 **** 0128',
      bank_name: 'Bank',
      branch_name: null,
      charge: {
        ...{ amount: 12_300n, fee: 74n, arrival_amount: 12_300n, debit_amount: 12_374n },
        ...{ rate_bps: 60, fixed_fee: 0n, deduction: 'outer', currency: 'CNY' },
      },
    };
    const wanted = Array.from({ length: Math.ceil(orders / merchants) }, () => payout);
    await db.transaction((tx) => payouts.begin(tx, merchantId, wanted));
  }
  await db.maintain();
}

async function settleAll({ db, cipher }: Opened, { jobs, worker: workerOf }: Subject, orders: number): Promise<string> {
  let longest = 0;
  const counted = countRoundTrips({
    ...db,
    transaction: async (fn, options) => {
      const began = performance.now();
      const result = await db.transaction(fn, options);
      longest = Math.max(longest, performance.now() - began);
      return result;
    },
  });
  const worker = workerOf({ db: counted.db, cipher, clock: systemClock, log: silentLog });
  const [cpu, ofDatabase, began] = [process.cpuUsage(), await databaseCpuMs(db), performance.now()];
  worker.start();
  while ((await left(db, jobs)) > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  const tookMs = performance.now() - began;
  const { user, system } = process.cpuUsage(cpu);
  const spent = (await databaseCpuMs(db)) - ofDatabase;
  await worker.stop();
  const each = (total: number) => (total / orders).toFixed(2);
  const ofPostgres = db.kind === 'postgres' ? `, PostgreSQL ${each(spent)} ms` : '';
  return (
    `${((orders * 1000) / tookMs).toFixed(0)} orders a second, ${each(counted.count())} round trips each, ` +
    `CPU of the worker ${each((user + system) / 1000)} ms${ofPostgres}, longest transaction ${longest.toFixed(0)} ms`
  );
}

async function left(db: Db, jobs: Subject['jobs']): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select count(*)::integer as left from ${sql.table(jobs)}`.execute(db.kysely);
  return rows[0]?.left ?? 0;
}

/** CPU time of PostgreSQL's processes that serve clients, in milliseconds. */
async function databaseCpuMs(db: Db): Promise<number> {
  if (db.kind === 'embedded') return 0;
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where backend_type = 'client backend'`.execute(db.kysely);
  const ticks = await Promise.all(
    rows.map(async ({ pid }) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
    }),
  );
  return ticks.reduce((sum, one) => sum + one, 0) * 10;
}

await onDatabases(values.databases, measure);
