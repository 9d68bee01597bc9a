import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { systemClock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { silentLog } from '#server/db/dbLog.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import { createBatches } from '#server/modules/batches/service.ts';
import { createPayees } from '#server/modules/payees/service.ts';
import { createPaymentRequests } from '#server/modules/paymentRequests/service.ts';
import { createPayouts } from '#server/modules/payouts/service.ts';
import { readConfig } from '#server/process/config.ts';
import { open } from '#server/process/open.ts';
import { batchSteps, FAILED } from '#tests/support/batchSteps.ts';
import { makeWallets } from './money/makeWallets.ts';
import { onDatabases } from './onDatabases.ts';
import type { Place } from './serverProcess.ts';

/**
 * npm run bench:holds [-- --rows 10000 --databases embedded,postgres]: how long the calls on a batch hold a connection, of
 * which the embedded database has one. Prints the longest transaction of each, also in CPU time of this process, which
 * doesn't depend on other programs.
 */
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000' },
    databases: { type: 'string', default: 'embedded' },
  },
});
const ROWS = Number(values.rows);
/** Payouts that are ended in one transaction. */
const GROUP = 50;

interface Longest {
  ms: number;
  cpuMs: number;
}

/** The same database, which measures its transactions. */
function measured(db: Db, longest: Longest): Db {
  const transaction: Db['transaction'] = (fn, options) =>
    db.transaction(async (tx) => {
      const [began, cpu] = [performance.now(), process.cpuUsage()];
      const result = await fn(tx);
      const { user, system } = process.cpuUsage(cpu);
      longest.ms = Math.max(longest.ms, performance.now() - began);
      longest.cpuMs = Math.max(longest.cpuMs, (user + system) / 1000);
      return result;
    }, options);
  return { ...db, transaction };
}

async function measure({ name, environment }: Place): Promise<void> {
  const opened = await open(readConfig({ ...environment, DEMO: '0' }), systemClock, silentLog);
  const longest: Longest = { ms: 0, cpuMs: 0 };
  const [db, cipher] = [measured(opened.db, longest), opened.cipher];
  const means = { db, cipher, clock: systemClock };
  const payouts = createPayouts(means);
  const paymentRequests = createPaymentRequests({ ...means, payouts, payees: createPayees(means) });
  const services = { payouts, paymentRequests, batches: createBatches({ ...means, payouts }) };
  const { merchantId, userId, channelId } = await merchantOf(opened.db);
  const maker = { merchantId, userId, ip: '127.0.0.1', userAgent: null };
  const merchant = { merchantId, maker, checker: maker, channels: { payout: channelId } };
  const run: typeof db.transaction = (fn) => db.transaction(fn);
  const steps = batchSteps({ ...means, run, services }, merchant);

  async function print<T>(what: string, act: () => Promise<T>): Promise<T> {
    [longest.ms, longest.cpuMs] = [0, 0];
    const began = performance.now();
    const result = await act();
    const [whole, ms, cpu] = [performance.now() - began, longest.ms, longest.cpuMs].map(Math.round);
    process.stdout.write(`${name}, ${what}: ${whole} ms, longest transaction ${ms} ms (CPU ${cpu} ms)\n`);
    return result;
  }

  try {
    const id = await steps.draft(Array.from({ length: ROWS }, () => '10.00'));
    await opened.db.maintain();
    await opened.db.kysely.updateTable('channels').set({ fixed_fee: 101n }).where('id', '=', channelId).execute();
    await print('check again', async () => {
      await services.batches.prepareRecheck(db, maker, id);
      await run((tx) => services.batches.recheck(tx, maker, id));
    });
    await print('submit', () => steps.submit(id));
    const ids = (await steps.items(id)).map(({ payout_id }) => payout_id ?? '');
    await print(`end its payouts, ${GROUP} at a time`, async () => {
      for (let from = 0; from < ids.length; from += GROUP) {
        const some = ids.slice(from, from + GROUP).map((payout) => ({ id: payout, books: 'bench', outcome: FAILED }));
        await run((tx) => payouts.takeAll(tx, merchantId, some));
        await run((tx) => payouts.settleAll(tx, merchantId, some));
      }
    });
    const { batch } = await print('repeat failed', () => steps.repeat(id));
    await print('discard it', () => steps.discard(batch.id));
  } finally {
    await opened.close();
  }
}

/** A merchant that may pay any sum without approval, over a channel that is connected. */
async function merchantOf(db: Db) {
  const [wallet] = await makeWallets(db, 1);
  if (!wallet) throw new Error('no wallet');
  const { merchantId } = wallet;
  const channelId = uuidv7();
  await sql`update merchants set approval_threshold = 10 ^ 14 where merchant_id = ${merchantId}`.execute(db.kysely);
  await sql`
    insert into channels
    select changed.* from channels c, json_populate_record(c, ${JSON.stringify({ id: channelId, type: 'payout', code: 'paid' })}) changed
    where c.merchant_id = ${merchantId}`.execute(db.kysely);
  await sql`
    insert into channel_connections (merchant_id, code, type, adapter, updated_at)
    values (${PLATFORM_ID}, 'paid', 'payout', 'sandbox', now())`.execute(db.kysely);
  return { ...wallet, channelId };
}

await onDatabases(values.databases, measure);
