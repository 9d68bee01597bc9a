import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { createGatewayClient } from '../examples/gateway/gatewayClient.ts';
import { systemClock } from '#server/clock.ts';
import { connect, type Db } from '#server/db/connect.ts';
import { demoKey } from '#demo/createTenants.ts';
import { DEFAULT_SEED } from '#demo/seedAtStart.ts';
import { cpuMs } from './cpu.ts';
import { cloneMerchants } from './gateway/cloneMerchants.ts';
import { type Place as PlainPlace, placePlainly, settlePlainly } from './gateway/plainOrder.ts';
import { throughput } from './money/throughput.ts';
import { onDatabases } from './onDatabases.ts';
import { inWords, percentiles, type Percentiles } from './percentiles.ts';
import { startServer, type Place } from './serverProcess.ts';

/**
 * npm run bench:gateway [-- --seconds 5 --databases embedded,postgres --merchants 1,200]: orders per second that merchants'
 * servers place through the gateway, each signed, checked, priced, recorded and opened at its channel, while earlier ones
 * are settled. Compared with the same three rows of a call written as prepared plain SQL, and with these and the rows of
 * the settlement. The same client's requests without any work are measured as well, because the client runs and signs on
 * the same machine. CPU time is of all that happened meanwhile, settlements included, and of the database only if it is a
 * server of this machine.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    databases: { type: 'string', default: 'embedded,postgres' },
    merchants: { type: 'string', default: '1,200' },
  },
});
const CALLERS = [1, 8, 64];
const MERCHANT = 'M100001';
const CHANNEL = 'cn_qr_yun';
const SECONDS = Number(values.seconds);

const print = (line: string) => process.stdout.write(`${line}\n`);

async function measure({ name, environment }: Place): Promise<void> {
  const place = { name, environment: { ...environment, GATEWAY_CALLS_PER_MINUTE: '1000000' } };
  for (const merchants of values.merchants.split(',').map(Number)) {
    const { placed, requests, numbers } = await placedOverHttp(place, merchants);
    const plain = await writtenPlainly(environment, numbers);
    for (const [index, callers] of CALLERS.entries()) {
      const ours = placed[index];
      const [http = 0, written = 0, settled = 0] = [requests, plain.written, plain.settled].map(
        (rates) => rates[index],
      );
      if (!ours) throw new Error('unreachable: each number of callers was measured');
      const cpu = `CPU per order: server ${inMs(ours.serverMs)}, database ${inMs(ours.databaseMs)}`;
      print(
        `${name}, ${merchants} merchants, ${callers} callers: ${ours.rate.toFixed(0)} a second; ${inWords(ours.times)}; ${cpu}`,
      );
      print(
        `  ${ours.database}` +
          `plain SQL ${written.toFixed(0)}, ratio ${(ours.rate / written).toFixed(2)}; ` +
          `with settlement ${settled.toFixed(0)}, ratio ${(ours.rate / settled).toFixed(2)}; requests alone ${http.toFixed(0)}`,
      );
    }
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
  /** What a database server says: transactions per order and orders that are left, with `; ` at the end. */
  database: string;
}

interface PlacedOverHttp {
  placed: Placed[];
  /** Requests a second that do nothing, by number of callers. */
  requests: number[];
  /** The merchants' numbers. */
  numbers: string[];
}

const inMs = (ms: number | null) => (ms === null ? 'unknown' : `${ms.toFixed(1)} ms`);

async function placedOverHttp(place: Place, merchants: number): Promise<PlacedOverHttp> {
  // The embedded database has one process at a time, and only a started server has the demo's merchant to copy.
  await (await startServer(place)).stop();
  const numbers = await onDatabase(place.environment, (db) =>
    merchants === 1 ? Promise.resolve([MERCHANT]) : cloneMerchants(db, MERCHANT, merchants),
  );
  const server = await startServer(place);
  try {
    const key = demoKey(DEFAULT_SEED.seed, MERCHANT);
    const clients = numbers.map((merchantNo) => createGatewayClient({ url: server.url, merchantNo, key }));
    let times: number[] = [];
    const order = async (call: number) => {
      const began = performance.now();
      const client = clients[call % clients.length];
      await client?.collect({ merchantOrderNo: randomUUID(), channel: CHANNEL, amount: 12_300n });
      times.push(performance.now() - began);
    };
    // The server reads each merchant at its first call.
    for (let call = 0; call < clients.length; call += 1) await order(call);
    await warmUp(order);
    const databasePid = await postmaster(place);
    const placed: Placed[] = [];
    const requests: number[] = [];
    for (const callers of CALLERS) {
      const cpu = () => Promise.all([server.pid, databasePid].map(async (pid) => (pid === null ? null : cpuMs(pid))));
      const [before, began] = [await cpu(), await stateOf(place)];
      times = [];
      const rate = await throughput(callers, SECONDS, order);
      const [after, ended] = [await cpu(), await stateOf(place)];
      const [serverMs = null, databaseMs = null] = after.map((ms, at) => {
        const earlier = before[at] ?? null;
        return ms === null || earlier === null ? null : (ms - earlier) / times.length;
      });
      const transactions = began && ended && (ended.transactions - began.transactions) / times.length;
      const database =
        ended && transactions !== null
          ? `${transactions.toFixed(1)} transactions per order; ${ended.pending} orders left to settle; `
          : '';
      placed.push({ rate, times: percentiles(times), serverMs, databaseMs, database });
      requests.push(
        await throughput(callers, 1, async () => void (await (await fetch(`${server.url}/healthz`)).text())),
      );
    }
    return { placed, requests, numbers };
  } finally {
    await server.stop();
  }
}

interface State {
  /** Committed so far. */
  transactions: number;
  /** Orders. */
  pending: number;
}

/** Null on the embedded database, which only the server may use. */
async function stateOf({ environment }: Place): Promise<State | null> {
  if (!environment['DATABASE_URL']) return null;
  return onDatabase(environment, async (db) => {
    const { rows } = await sql<State>`
      select (select xact_commit::float8 from pg_stat_database where datname = current_database()) as transactions,
        (select count(*)::integer from order_jobs) as pending`.execute(db.kysely);
    return rows[0] ?? null;
  });
}

/** The main process of a PostgreSQL server on this machine. */
async function postmaster({ environment }: Place): Promise<number | null> {
  const databaseUrl = environment['DATABASE_URL'];
  if (!databaseUrl || !['127.0.0.1', 'localhost', '[::1]'].includes(new URL(databaseUrl).hostname)) return null;
  return onDatabase(environment, async (db) => {
    const { rows } = await sql<{ file: string }>`select pg_read_file('postmaster.pid') as file`.execute(db.kysely);
    return Number(rows[0]?.file.split('\n')[0]);
  });
}

async function onDatabase<T>(environment: Record<string, string>, act: (db: Db) => Promise<T>): Promise<T> {
  const databaseUrl = environment['DATABASE_URL'] ?? '';
  const db = await connect({ databaseUrl, dataDir: environment['DATA_DIR'] ?? '', clock: systemClock });
  try {
    return await act(db);
  } finally {
    await db.close();
  }
}

/** Orders a second by number of callers: without and with their settlement. */
async function writtenPlainly(
  environment: Record<string, string>,
  numbers: readonly string[],
): Promise<{ written: number[]; settled: number[] }> {
  return onDatabase(environment, async (db) => {
    const { rows: places } = await sql<PlainPlace>`
      select m.merchant_id as "merchantId", c.id as "channelId" from merchants m join channels c using (merchant_id)
      where m.merchant_no = any (${[...numbers]}) and c.code = ${CHANNEL}`.execute(db.kysely);
    const placeOf = (call: number): PlainPlace => {
      const place = places[call % places.length];
      if (!place) throw new Error('unreachable: each merchant has the channel');
      return place;
    };
    const written = await ratesOf(async (call) => void (await placePlainly(db, placeOf(call))));
    const settled = await ratesOf(async (call) => {
      const place = placeOf(call);
      await settlePlainly(db, place, await placePlainly(db, place));
    });
    return { written, settled };
  });
}

async function ratesOf(act: (call: number) => Promise<void>): Promise<number[]> {
  await warmUp(act);
  const rates: number[] = [];
  for (const callers of CALLERS) rates.push(await throughput(callers, SECONDS, act));
  return rates;
}

/** Code is compiled and connections are opened. */
const warmUp = (act: (call: number) => Promise<void>) => throughput(8, 1, act);

await onDatabases(values.databases, measure);
