import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { createGatewayClient, type GatewayClient, type Order } from '../examples/gateway/gatewayClient.ts';
import { demoKey } from '#demo/createTenants.ts';
import { DEFAULT_SEED } from '#demo/seedAtStart.ts';
import { launchBrowser } from '#tests/support/chromium.ts';
import { followStream } from './live/followStream.ts';
import { openList, ROWS } from './live/openList.ts';
import { onDatabases } from './onDatabases.ts';
import { percentiles } from './percentiles.ts';
import { startServer, type Place } from './serverProcess.ts';

/**
 * npm run bench:live [-- --orders 100 --databases embedded,postgres]: time from the settlement timestamp, which is
 * written to the order in its transaction, until the event stream announces the change, and until the order's row in an
 * open console shows it. Two merchants' consoles are open, each with half of the orders, which wait for payment. One is
 * paid about every two seconds. All clocks are those of this machine.
 */
const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '100' },
    databases: { type: 'string', default: 'embedded,postgres' },
  },
});
/**
 * Milliseconds between payments. Longer than the interval in which the stream and the list combine changes, and random,
 * so never in step with them.
 */
const APART_MS = { least: 1_800, most: 2_400 };
/** Milliseconds after the last order after which a missing change counts as never shown. */
const PATIENCE_MS = 10_000;

type Merchant = (typeof MERCHANTS)[number];
const MERCHANTS = [
  { username: 'demo', merchantNo: 'M100001', channel: 'cn_qr_yun', amount: 12_377n },
  { username: 'tokyo', merchantNo: 'M100002', channel: 'jp_qr', amount: 12_377n },
];

interface Delays {
  streamMs: number[];
  shownMs: number[];
}

const print = (line: string) => process.stdout.write(`${line}\n`);

async function measure(place: Place): Promise<void> {
  const server = await startServer(place);
  const browser = await launchBrowser();
  try {
    const all = await Promise.all(MERCHANTS.map((merchant) => measureOne(browser, server.url, merchant)));
    const [streamMs, shownMs] = [all.flatMap((delays) => delays.streamMs), all.flatMap((delays) => delays.shownMs)];
    print(`${place.name}, ${shownMs.length} orders:`);
    print(`  until the stream has told: ${inWords(streamMs)}`);
    print(`  until the row says so: ${inWords(shownMs)}`);
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function measureOne(browser: Browser, url: string, merchant: Merchant): Promise<Delays> {
  const client = createGatewayClient({ url, ...merchant, key: demoKey(DEFAULT_SEED.seed, merchant.merchantNo) });
  const list = await openList(browser, url, merchant.username);
  const stream = await followStream(url, list.token);
  const delays: Delays = { streamMs: [], shownMs: [] };
  for (let rest = Math.ceil(Number(values.orders) / MERCHANTS.length); rest > 0; rest -= ROWS) {
    const placed = await placeOrders(client, merchant, Math.min(ROWS, rest));
    await list.reload();
    for (const { payUrl } of placed) {
      await pause(APART_MS.least + Math.random() * (APART_MS.most - APART_MS.least));
      await pay(url, payUrl ?? '');
    }
    await pause(PATIENCE_MS);
    const shownAt = await list.shownAt();
    for (const { orderNo, merchantOrderNo } of placed) {
      const settledAt = await momentOfSettling(client, merchantOrderNo);
      const [changed, shown] = [stream.changedAt.find((at) => at >= settledAt), shownAt.get(orderNo)];
      if (changed === undefined || shown === undefined) throw new Error(`nothing was told or shown of ${orderNo}`);
      delays.streamMs.push(changed - settledAt);
      delays.shownMs.push(shown - settledAt);
    }
  }
  stream.stop();
  return delays;
}

async function placeOrders(client: GatewayClient, { channel, amount }: Merchant, count: number): Promise<Order[]> {
  const placed: Order[] = [];
  for (let n = 0; n < count; n += 1) {
    placed.push(await client.collect({ merchantOrderNo: randomUUID(), channel, amount }));
  }
  return placed;
}

/** Presses the payment page's button, at the address of this server. */
async function pay(url: string, payUrl: string): Promise<void> {
  const body = new URLSearchParams({ decision: 'pay' });
  const answer = await fetch(url + new URL(payUrl).pathname, { method: 'POST', body, redirect: 'manual' });
  if (answer.status !== 303) throw new Error(`pay: ${answer.status}`);
}

/** In milliseconds since 1970. */
async function momentOfSettling(client: GatewayClient, merchantOrderNo: string): Promise<number> {
  const { fields } = await client.query('collect', merchantOrderNo);
  const settledAt = Date.parse(fields['succeeded_at'] ?? '');
  if (Number.isNaN(settledAt)) throw new Error(`${merchantOrderNo} was not settled`);
  return settledAt;
}

function inWords(times: number[]): string {
  const { p50, p90, p99 } = percentiles(times);
  return `p50 ${p50.toFixed(0)} ms, p90 ${p90.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`;
}

await onDatabases(values.databases, measure);
