import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { millisecondsInMinute } from 'date-fns/constants';
import { z } from 'zod';
import { demoKey } from '#demo/createTenants.ts';
import { createRandom } from '#demo/random.ts';
import { DEFAULT_SEED } from '#demo/seedAtStart.ts';
import { callDrawer, isQueriedLater, queryOf, SELLERS, type DrawnCall, type Seller } from '#demo/traffic/drawCall.ts';
import { gatewayCaller, type GatewayAnswer } from '#demo/traffic/gatewayCaller.ts';

const USAGE =
  'Usage: npm run traffic -- [--rate calls per second, 0.1 to 100] [--minutes n] [--address http://127.0.0.1:4000] [--seed n] ' +
  '[--key M100001=a newer key]';

const PRINT_INTERVAL_MS = 5_000;

const QUERY_DELAY_MS = 4_000;

const argumentsSchema = z.object({
  rate: z.coerce.number<string>().min(0.1).max(100).default(5),
  minutes: z.coerce.number<string>().positive().optional(),
  address: z.url({ protocol: /^https?$/ }).default('http://127.0.0.1:4000'),
  seed: z.coerce.number<string>().int().min(0).max(4_294_967_295).default(DEFAULT_SEED.seed),
  key: z
    .array(z.templateLiteral([z.string().min(1), '=', z.string().min(1)]))
    .default([])
    .transform((pairs) => new Map(pairs.map(nameAndValue))),
});

/** `npm run traffic`: calls the gateway as the demo's merchants, until Ctrl-C or for a number of minutes. */
async function traffic(): Promise<void> {
  const { rate, minutes, address, seed, key: keys } = readArguments();
  const origin = new URL(address).origin;
  const call = gatewayCaller(origin);
  const keyOf = (merchantNo: string) => ({ merchantNo, key: keys.get(merchantNo) ?? demoKey(seed, merchantNo) });
  const sellers = await openTo(call, keyOf, { origin, seed });

  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  if (minutes !== undefined) setTimeout(stop, minutes * millisecondsInMinute).unref();
  const tally = createTally();
  const underWay = new Set<Promise<void>>();
  const printTally = () => process.stdout.write(`${new Date().toISOString().slice(11, 19)}  ${tally.line()}\n`);
  const printTimer = setInterval(printTally, PRINT_INTERVAL_MS);
  const run = Date.now().toString(36).toUpperCase();
  // Different orders in each run on the same demo.
  const random = createRandom(seed, `traffic ${run}`);
  const next = callDrawer(random, run, sellers);

  async function make(drawn: DrawnCall): Promise<void> {
    tally.send();
    try {
      tally.answer(await call(keyOf(drawn.merchantNo), drawn.name, drawn.body));
    } catch (error) {
      tally.fail(error instanceof Error ? error.name : 'failed');
    }
    if (!isQueriedLater(drawn)) return;
    await pause(QUERY_DELAY_MS, undefined, { signal: stopping.signal }).then(
      () => make(queryOf(drawn)),
      () => {},
    );
  }

  process.stdout.write(`Sending about ${rate} calls per second to ${origin}. Press Ctrl-C to stop.\n`);
  while (!stopping.signal.aborted) {
    // Poisson arrivals: the pauses between them are exponential.
    await pause((-Math.log(random.fraction()) / rate) * 1_000, undefined, { signal: stopping.signal }).catch(() => {});
    if (stopping.signal.aborted) break;
    const made = make(next()).finally(() => underWay.delete(made));
    underWay.add(made);
  }
  await Promise.all(underWay);
  clearInterval(printTimer);
  printTally();
}

/**
 * The merchants whose keys the server accepts. Stops if it accepts none: the server has no demo data, or of another
 * seed.
 */
async function openTo(
  call: ReturnType<typeof gatewayCaller>,
  keyOf: (merchantNo: string) => { merchantNo: string; key: string },
  { origin, seed }: { origin: string; seed: number },
): Promise<Seller[]> {
  const sellers: Seller[] = [];
  let last = '';
  for (const seller of SELLERS) {
    const question = call(keyOf(seller.merchantNo), 'query', { type: 'collect', merchant_order_no: 'traffic' });
    const { refused, status } = await question.catch(() => {
      throw new Error(`No server responds at ${origin}. Start it first: npm start`);
    });
    if (status === 404 && refused === 'not_found') {
      sellers.push(seller);
      continue;
    }
    last = `${seller.merchantNo} (${refused ?? status})`;
    process.stdout.write(`Skipping ${last} because its key has changed. Set it with --key ${seller.merchantNo}=…\n`);
  }
  if (sellers.length > 0) return sellers;
  throw new Error(
    `${origin} rejects all keys of the demo, most recently ${last}. npm run traffic needs a server with demo data, whose keys derive ` +
      `from its seed (${seed}; set another with --seed). If an earlier version created the demo, create it again.`,
  );
}

function nameAndValue(pair: string): [string, string] {
  const at = pair.indexOf('=');
  return [pair.slice(0, at), pair.slice(at + 1)];
}

function readArguments(): z.output<typeof argumentsSchema> {
  const text = { type: 'string' } as const;
  try {
    return argumentsSchema.parse(
      parseArgs({
        options: { rate: text, minutes: text, address: text, seed: text, key: { ...text, multiple: true } },
      }).values,
    );
  } catch {
    throw new Error(USAGE);
  }
}

traffic().catch((error: unknown) => {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});

/** Counts the results of the calls since the last line. */
function createTally() {
  let sent = 0;
  let times: number[] = [];
  const refused = new Map<string, number>();

  return {
    send(): void {
      sent += 1;
    },
    answer({ refused: reason, ms }: Pick<GatewayAnswer, 'refused' | 'ms'>): void {
      times.push(ms);
      if (reason !== null) refused.set(reason, (refused.get(reason) ?? 0) + 1);
    },
    fail(reason: string): void {
      refused.set(reason, (refused.get(reason) ?? 0) + 1);
    },
    /** Returns one line and resets the counts. */
    line(): string {
      const sorted = times.toSorted((a, b) => a - b);
      const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
      const reasons = [...refused].map(([reason, count]) => `${reason} ${count}`).join(', ');
      const text = `${sent} sent, ${sorted.length} answered, rejected: ${reasons || 'none'}; p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`;
      sent = 0;
      times = [];
      refused.clear();
      return text;
    },
  };
}
