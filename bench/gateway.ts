import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { z } from 'zod';
import { systemClock } from '#server/clock.ts';
import { connect, type Db } from '#server/db/connect.ts';
import { demoKey } from '#demo/createTenants.ts';
import { DEFAULT_SEED } from '#demo/seedAtStart.ts';
import { execute } from '#tests/support/executeStatement.ts';
import { cloneMerchants } from './gateway/cloneMerchants.ts';
import { collectLeanly, pingLeanly } from './gateway/leanClient.ts';
import { pagesUnderLoad } from './gateway/pagesUnderLoad.ts';
import { type Place as PlainPlace, placePlainly, settlePlainly } from './gateway/plainOrder.ts';
import { cpuMs } from './cpu.ts';
import { perCall, type Usage, usageInWords, usageOf } from './usage.ts';
import { throughput } from './money/throughput.ts';
import { onDatabases } from './onDatabases.ts';
import { inWords, percentiles, type Percentiles } from './percentiles.ts';
import { startServer, type Place } from './serverProcess.ts';

/**
 * npm run bench:gateway [-- --seconds 5 --databases embedded,postgres --merchants 1,200 --channels sandbox,instant]: orders
 * per second that merchants' servers place through the gateway, each signed, checked, priced, recorded and opened at its
 * channel, while earlier ones are settled. The sandbox keeps its books in the same database; the instant bank takes no
 * time, so the difference is the channel's share. Compared with the same three rows of a call written as prepared plain
 * SQL, and with these and the rows of the settlement. The same client's requests without any work are measured as well,
 * because the client runs and signs on the same machine.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    databases: { type: 'string', default: 'embedded,postgres' },
    merchants: { type: 'string', default: '1,200' },
    channels: { type: 'string', default: 'sandbox,instant' },
    callers: { type: 'string', default: '1,8,64' },
  },
});
const CALLERS = values.callers.split(',').map(Number);
const MERCHANT = 'M100001';
/** The demo's channels by the connection that they get. */
const CHANNELS: Readonly<Record<string, string>> = { sandbox: 'cn_qr_yun', instant: 'cn_qr_xin' };
const SECONDS = Number(values.seconds);
/** Calls before the first measurement, in which Node compiles the server's code. */
const WARM_UP_CALLS = 2_000;
const LONGEST_WARM_UP_MS = 20_000;
/** Shorter than the five seconds after which a new order becomes due, so that none is settled meanwhile. */
const ALONE_SECONDS = 4;
/** Together longer than these five seconds, so that earlier orders are settled during the measurement. */
const BETWEEN_SECONDS = 2;
const REST_MS = 6_000;
const REST_STEP_MS = 500;

const print = (line: string) => process.stdout.write(`${line}\n`);

async function measure({ name, environment }: Place): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-gateway-'));
  try {
    const [adapters, countsFile] = [path.join(folder, 'channels.json'), path.join(folder, 'counts.json')];
    const module = path.join(import.meta.dirname, 'gateway', 'instantBank.ts');
    await writeFile(adapters, JSON.stringify({ [CHANNELS['instant'] ?? '']: { module, settings: {} } }));
    const ours = { GATEWAY_CALLS_PER_MINUTE: '1000000', CHANNEL_ADAPTERS: adapters, COUNTS_FILE: countsFile };
    const place = { name, environment: { ...environment, ...ours } };
    for (const merchants of values.merchants.split(',').map(Number))
      await measureMerchants(place, merchants, countsFile);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureMerchants(place: Place, merchants: number, countsFile: string): Promise<void> {
  const { placed, requests, numbers, pages } = await placedOverHttp(place, merchants, countsFile);
  const plain = await writtenPlainly(place.environment, numbers);
  for (const one of placed) {
    const { channel, callers, alone, rate, times, placing, settled, withSettlement } = one;
    const at = CALLERS.indexOf(callers);
    const [http = 0, written = 0, booked = 0] = [requests, plain.written, plain.settled].map((rates) => rates[at]);
    print(
      `${place.name}, ${merchants} merchants, ${channel}, ${callers} callers: ${alone.toFixed(0)} a second before any is ` +
        `settled, plain SQL ${written.toFixed(0)}, ratio ${(alone / written).toFixed(2)}; ${rate.toFixed(0)} while earlier ones ` +
        `are settled, ${inWords(times)}, plain SQL with settlement ${booked.toFixed(0)}, ratio ${(rate / booked).toFixed(2)}; ` +
        `requests alone ${http.toFixed(0)}`,
    );
    print(`  per order before any is settled: ${usageInWords(one.placedAlone)}`);
    print(`  per order, while ${settled} were settled: ${usageInWords(placing)}`);
    if (withSettlement) print(`  per order with its settlement: ${usageInWords(withSettlement)}`);
  }
  for (const page of pages) print(`${place.name}, ${merchants} merchants: ${page}`);
}

interface Placed {
  /** Name of the channel's connection. */
  channel: string;
  callers: number;
  /** Orders a second before any is settled. */
  alone: number;
  placedAlone: Usage;
  /** Orders a second while earlier ones are settled. */
  rate: number;
  /** Of calls, as the client sees them. */
  times: Percentiles;
  /** Per order, with the settlement of earlier ones. */
  placing: Usage;
  /** Orders settled meanwhile per order placed. */
  settled: string;
  /** Per order, until all were settled; null on the embedded database, which only the server may ask. */
  withSettlement: Usage | null;
}

interface PlacedOverHttp {
  placed: Placed[];
  /** Requests a second that do nothing, by number of callers. */
  requests: number[];
  /** The merchants' numbers. */
  numbers: string[];
  /** Times of a user's pages, in words. */
  pages: string[];
}

async function placedOverHttp(place: Place, merchants: number, countsFile: string): Promise<PlacedOverHttp> {
  // The embedded database has one process at a time, and only a started server has the demo's merchant to copy.
  await (await startServer(place)).stop();
  const numbers = await onDatabase(place.environment, (db) =>
    merchants === 1 ? Promise.resolve([MERCHANT]) : cloneMerchants(db, MERCHANT, merchants),
  );
  const server = await startServer(place, undefined, [path.join(import.meta.dirname, 'countMessages.ts')]);
  try {
    const key = demoKey(DEFAULT_SEED.seed, MERCHANT);
    let times: number[] = [];
    const ordering = (channel: string) => async (call: number) => {
      const began = performance.now();
      const merchantNo = numbers[call % numbers.length] ?? '';
      await collectLeanly(server.url, { merchantNo, key, channel: CHANNELS[channel] ?? channel });
      times.push(performance.now() - began);
    };
    const idle = await pendingOf(place);
    const allSettled = async () => {
      if (idle === null) return atRest(server.pid);
      while (((await pendingOf(place)) ?? 0) > idle) await pause(200);
    };
    // The server also reads each merchant at its first call.
    const end = performance.now() + LONGEST_WARM_UP_MS;
    while (times.length < WARM_UP_CALLS && performance.now() < end) await throughput(16, 1, ordering('sandbox'));
    await allSettled();
    const usage = await usageOf(place, { serverPid: server.pid, countsFile });
    const placed: Placed[] = [];
    for (const channel of values.channels.split(',')) {
      for (const callers of CALLERS) {
        const order = ordering(channel);
        times = [];
        const start = await usage();
        const alone = await throughput(callers, ALONE_SECONDS, order);
        const placedAlone = perCall(start, await usage(), times.length);
        await throughput(callers, BETWEEN_SECONDS, order);
        const [before, waiting, earlier] = [await usage(), await pendingOf(place), times.length];
        const rate = await throughput(callers, SECONDS, order);
        const [after, left, all] = [await usage(), await pendingOf(place), times.length];
        await allSettled();
        const counted = all - earlier;
        const settled = waiting === null || left === null ? null : (waiting + counted - left) / counted;
        placed.push({
          ...{ channel, callers, alone, rate, times: percentiles(times.slice(earlier)) },
          placedAlone,
          placing: perCall(before, after, counted),
          settled: settled === null ? 'others' : settled.toFixed(1),
          withSettlement: idle === null ? null : perCall(start, await usage(), all),
        });
      }
    }
    const requests: number[] = [];
    for (const callers of CALLERS) requests.push(await throughput(callers, 1, () => pingLeanly(server.url)));
    const pages = await pagesUnderLoad(server.url, {
      callers: CALLERS,
      order: ordering('sandbox'),
      settled: allSettled,
    });
    return { placed, requests, numbers, pages };
  } finally {
    await server.stop();
  }
}

/** Until a server has done nearly nothing for longer than the five seconds after which a new order becomes due. */
async function atRest(pid: number): Promise<void> {
  let sinceMs = 0;
  while (sinceMs < REST_MS) {
    const before = (await cpuMs(pid)) ?? 0;
    await pause(REST_STEP_MS);
    const used = ((await cpuMs(pid)) ?? 0) - before;
    sinceMs = used < REST_STEP_MS / 4 ? sinceMs + REST_STEP_MS : 0;
  }
}

/** Orders that wait for their settlement. Null on the embedded database, which only the server may use. */
async function pendingOf({ environment }: Place): Promise<number | null> {
  const databaseUrl = environment['DATABASE_URL'];
  if (!databaseUrl) return null;
  const rows = await execute(databaseUrl, 'select count(*)::integer as pending from order_jobs');
  return z.tuple([z.object({ pending: z.int() })]).parse(rows)[0].pending;
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
      where m.merchant_no = any (${[...numbers]}) and c.code = ${CHANNELS['sandbox']}`.execute(db.kysely);
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
