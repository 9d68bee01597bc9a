import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { createGatewayClient } from '../examples/gateway/gatewayClient.ts';
import { systemClock } from '#server/clock.ts';
import { connect, type Db } from '#server/db/connect.ts';
import { demoKey } from '#server/demo/createTenants.ts';
import { DEFAULT_SEED } from '#server/demo/seedAtStart.ts';
import { cpuMs } from './cpu.ts';
import { throughput } from './money/throughput.ts';
import { onDatabases } from './onDatabases.ts';
import { inWords, percentiles, type Percentiles } from './percentiles.ts';
import { startServer, type Place } from './serverProcess.ts';

/**
 * npm run bench:gateway [-- --seconds 5 --databases embedded,postgres]: orders per second that merchants' servers place
 * through the gateway, each signed, checked, priced and recorded, compared with the same three rows written as plain
 * SQL. The client runs and signs on the same machine. CPU time is of all that happened meanwhile, settlements included,
 * and of the database only if it is a server of this machine.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    databases: { type: 'string', default: 'embedded,postgres' },
  },
});
const CALLERS = [1, 8, 64];
const MERCHANT = 'M100001';
const CHANNEL = 'cn_qr_yun';
const SECONDS = Number(values.seconds);

const print = (line: string) => process.stdout.write(`${line}\n`);

async function measure({ name, environment }: Place): Promise<void> {
  const place = { name, environment: { ...environment, GATEWAY_CALLS_PER_MINUTE: '1000000' } };
  const placed = await placedOverHttp(place);
  const written = await writtenPlainly(environment);
  for (const [index, callers] of CALLERS.entries()) {
    const [ours, plain = 0] = [placed[index], written[index]];
    if (!ours) throw new Error('unreachable: each number of callers was measured');
    const ratio = (ours.rate / plain).toFixed(2);
    const rates = `${ours.rate.toFixed(0)} a second, plain SQL ${plain.toFixed(0)}, ratio ${ratio}`;
    const cpu = `CPU per order: server ${inMs(ours.serverMs)}, database ${inMs(ours.databaseMs)}`;
    print(`${name}, ${callers} callers: ${rates}; ${inWords(ours.times)}; ${cpu}`);
  }
}

interface Placed {
  /** Orders a second. */
  rate: number;
  /** Of calls, as the client sees them. */
  times: Percentiles;
  /** CPU time per order in milliseconds, null if unknown. */
  serverMs: number | null;
  databaseMs: number | null;
}

const inMs = (ms: number | null) => (ms === null ? 'unknown' : `${ms.toFixed(1)} ms`);

async function placedOverHttp(place: Place): Promise<Placed[]> {
  const server = await startServer(place);
  try {
    const key = demoKey(DEFAULT_SEED.seed, MERCHANT);
    const client = createGatewayClient({ url: server.url, merchantNo: MERCHANT, key });
    let times: number[] = [];
    const order = async () => {
      const began = performance.now();
      await client.collect({ merchantOrderNo: randomUUID(), channel: CHANNEL, amount: 12_300n });
      times.push(performance.now() - began);
    };
    await warmUp(order);
    const databasePid = await postmaster(place);
    const placed: Placed[] = [];
    for (const callers of CALLERS) {
      const cpu = () => Promise.all([server.pid, databasePid].map(async (pid) => (pid === null ? null : cpuMs(pid))));
      const before = await cpu();
      times = [];
      const rate = await throughput(callers, SECONDS, order);
      const after = await cpu();
      const [serverMs = null, databaseMs = null] = after.map((ms, at) => {
        const began = before[at] ?? null;
        return ms === null || began === null ? null : (ms - began) / (rate * SECONDS);
      });
      placed.push({ rate, times: percentiles(times), serverMs, databaseMs });
    }
    return placed;
  } finally {
    await server.stop();
  }
}

/** The main process of a PostgreSQL server on this machine. */
async function postmaster({ environment }: Place): Promise<number | null> {
  const databaseUrl = environment['DATABASE_URL'];
  if (!databaseUrl || !['127.0.0.1', 'localhost', '[::1]'].includes(new URL(databaseUrl).hostname)) return null;
  const db = await connect({ databaseUrl, dataDir: '', clock: systemClock });
  try {
    const { rows } = await sql<{ file: string }>`select pg_read_file('postmaster.pid') as file`.execute(db.kysely);
    return Number(rows[0]?.file.split('\n')[0]);
  } finally {
    await db.close();
  }
}

async function writtenPlainly(environment: Record<string, string>): Promise<number[]> {
  const databaseUrl = environment['DATABASE_URL'] ?? '';
  const db = await connect({ databaseUrl, dataDir: environment['DATA_DIR'] ?? '', clock: systemClock });
  try {
    return await ratesOf(() => writeOrder(db));
  } finally {
    await db.close();
  }
}

async function ratesOf(act: () => Promise<void>): Promise<number[]> {
  await warmUp(act);
  const rates: number[] = [];
  for (const callers of CALLERS) rates.push(await throughput(callers, SECONDS, act));
  return rates;
}

/** Code is compiled and connections are opened. */
const warmUp = (act: () => Promise<void>) => throughput(8, 1, act);

/** Writes the nonce, the order and its job. */
async function writeOrder(db: Db): Promise<void> {
  const [id, number] = [randomUUID(), randomUUID()];
  await db.transaction(async (tx) => {
    await sql`
      insert into gateway_nonces (merchant_id, nonce, expires_at)
      select merchant_id, ${number}, now() + interval '10 minutes' from merchants where merchant_no = ${MERCHANT}`.execute(
      tx,
    );
    await sql`
      insert into orders (merchant_id, id, order_no, merchant_order_no, channel_id, amount, fee, arrival_amount, rate_bps,
        fixed_fee, deduction, currency, status, expires_at, created_at, updated_at)
      select c.merchant_id, ${id}::uuid, ${number}, ${number}, c.id, 12300, 74, 12226, c.rate_bps, c.fixed_fee, c.deduction,
        c.currency, 'pending', now() + interval '30 minutes', now(), now()
      from channels c join merchants m using (merchant_id)
      where m.merchant_no = ${MERCHANT} and c.code = ${CHANNEL}`.execute(tx);
    await sql`
      insert into order_jobs (merchant_id, order_id, due_at)
      select merchant_id, ${id}::uuid, now() + interval '5 seconds' from merchants
      where merchant_no = ${MERCHANT}`.execute(tx);
  });
}

await onDatabases(values.databases, measure);
