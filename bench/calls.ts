import { randomUUID } from 'node:crypto';
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { moneyFormSchema } from '#shared/contract/moneyForms.ts';
import { demoKey } from '#demo/createTenants.ts';
import { DEFAULT_SEED } from '#demo/seedAtStart.ts';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { gatewayCaller } from '#demo/traffic/gatewayCaller.ts';
import { onDatabases } from './onDatabases.ts';
import { inWords, percentiles } from './percentiles.ts';
import { type Place, startServer } from './serverProcess.ts';
import { signIn } from './signIn.ts';
import { timed } from './timed.ts';

/**
 * npm run bench:calls [-- --times 40 --callers 1,4 --databases postgres]: times of common calls, each by this many callers at once, on
 * the demo's data. With TEST_CITUS_URL on that cluster (docs/distribution.md), otherwise on one PostgreSQL server. More times reach the
 * 1,200 calls that an address may make in a minute.
 */
const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '40' },
    callers: { type: 'string', default: '1,4' },
    databases: { type: 'string', default: 'postgres' },
  },
});
const TIMES = Number(values.times);
const WARM_UP = 10;
const MERCHANT = 'M100001';
const PAGE = `range=${encodeURIComponent('[0,9]')}`;

/** What users open most, by their sign-in name. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  demo: [
    'home-info',
    `orders?${PAGE}`,
    `orders?${PAGE}&sort=${encodeURIComponent('["amount","DESC"]')}`,
    `ledgers?${PAGE}`,
    `submerchants?${PAGE}`,
    `submerchant-orders?${PAGE}`,
  ],
  operator: ['home-info', `merchants?${PAGE}`, `withdrawal-reviews?${PAGE}`, `platform-channels?${PAGE}`],
};

type Act = () => Promise<void>;

async function measure(place: Place): Promise<void> {
  const server = await startServer(place);
  try {
    for (const [name, act] of await callsOf(server.url)) {
      for (let n = 0; n < WARM_UP; n += 1) await act();
      for (const callers of values.callers.split(',').map(Number)) {
        print(`${name}, ${callers} at once: ${inWords(percentiles(await timesOf(act, callers)))}`);
      }
    }
  } finally {
    await server.stop();
  }
  print(`${availableParallelism()} cores, load average of the last minute ${loadavg()[0]?.toFixed(1)}`);
}

/** Durations of some calls, in milliseconds. */
async function timesOf(act: Act, callers: number): Promise<number[]> {
  const times: number[] = [];
  let left = TIMES;
  const call = async () => {
    while (left > 0) {
      left -= 1;
      times.push(await timed(act));
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
  return times;
}

async function callsOf(url: string): Promise<Map<string, Act>> {
  const calls = new Map<string, Act>();
  for (const [user, pages] of Object.entries(PAGES)) {
    const ask = asking(url, await signIn(url, user));
    for (const page of pages) calls.set(`${user}: ${decodeURIComponent(page)}`, async () => void (await ask(page)));
    if (user === 'demo') await addMoneyCalls(calls, ask);
  }
  const merchant = { merchantNo: MERCHANT, key: demoKey(DEFAULT_SEED.seed, MERCHANT) };
  const send = gatewayCaller(url);
  const gateway = async (call: 'collect' | 'query', body: Readonly<Record<string, string>>) => {
    const { refused } = await send(merchant, call, body);
    if (refused !== null) throw new Error(`${call}: ${refused}`);
  };
  const order = (number: string) => ({ channel: 'cn_qr_yun', amount: '12300', merchant_order_no: number });
  const known = randomUUID();
  await gateway('collect', order(known));
  calls.set('gateway: collect', () => gateway('collect', order(randomUUID())));
  calls.set('gateway: query', () => gateway('query', { type: 'collect', merchant_order_no: known }));
  return calls;
}

type Ask = (path: string, payload?: object) => Promise<unknown>;

async function addMoneyCalls(calls: Map<string, Act>, ask: Ask): Promise<void> {
  const [order] = z.object({ data: z.array(z.object({ id: z.string() })) }).parse(await ask(`orders?${PAGE}`)).data;
  calls.set('demo: one order', async () => void (await ask(`orders/${order?.id}`)));
  const form = z.object({ data: moneyFormSchema }).parse(await ask('withdrawals/form')).data;
  const bankcard_id = form.cards.find(({ state }) => state === 'usable')?.id;
  const withdrawal = { bankcard_id, amount: '10000', pay_password: DEMO_PAY_PASSWORD };
  calls.set('demo: withdraw', async () => void (await ask('withdrawals', withdrawal)));
}

function asking(url: string, token: string): Ask {
  return async (path, payload) => {
    const answer = await fetch(`${url}/prod-api/${path}`, {
      method: payload ? 'POST' : 'GET',
      headers: { 'X-Token': token, 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
      ...(payload && { body: JSON.stringify(payload) }),
    });
    const body: unknown = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(body)}`);
    return body;
  };
}

const print = (line: string) => process.stdout.write(`${line}\n`);

await onDatabases(values.databases, measure);
