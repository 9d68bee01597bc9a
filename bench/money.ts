import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { silentLog } from '#server/db/dbLog.ts';
import { readConfig } from '#server/process/config.ts';
import { open } from '#server/process/open.ts';
import { createDatabase, startOwnPostgres } from '#tests/support/postgres.ts';
import { perCall, type Usage, usageHere, usageInWords } from './usage.ts';
import { type FullWallet, makeWallets } from './money/makeWallets.ts';
import { throughput } from './money/throughput.ts';
import { plainWithdrawal, productWithdrawal } from './money/withdrawals.ts';
import { inWords, percentiles } from './percentiles.ts';
import type { Place } from './serverProcess.ts';
import { timed } from './timed.ts';

/**
 * npm run bench:money [-- --seconds 2 --rounds 3 --databases embedded,postgres]: withdrawal requests per second, made
 * by the server's code and by plain SQL that writes the same rows over the same connections. The two alternate, so that
 * other load on the machine affects both. Both databases sync each commit to disk. Times, CPU time, statements and
 * messages are those of a request by the server's code, in all rounds.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    databases: { type: 'string', default: 'embedded,postgres' },
  },
});
const CALLERS = [1, 8, 64];
const MANY = 200;

const print = (line: string) => process.stdout.write(`${line}\n`);

async function measure(place: Place): Promise<void> {
  const { name, environment } = place;
  const { db, close } = await open(readConfig({ ...environment, DEMO: '0' }), systemClock, silentLog);
  try {
    const wallets = await makeWallets(db, MANY);
    const usage = await usageHere(place);
    const comparing = { db, usage, rounds: Number(values.rounds) };
    // Warm-up: code is compiled and connections are opened.
    await compare({ ...comparing, rounds: 1 }, wallets, 8);
    for (const callers of CALLERS) {
      print(`${name}, ${callers} callers, ${MANY} wallets: ${await compare(comparing, wallets, callers)}`);
      print(`${name}, ${callers} callers, one wallet: ${await compare(comparing, wallets.slice(0, 1), callers)}`);
    }
  } finally {
    await close();
  }
}

interface Comparing {
  db: Db;
  usage: () => Promise<Usage>;
  rounds: number;
}

/** Returns the medians of some rounds as text. */
async function compare({ db, usage, rounds }: Comparing, wallets: readonly FullWallet[], callers: number) {
  const by = (withdraw: (wallet: FullWallet) => Promise<void>) =>
    throughput(callers, Number(values.seconds), async (call) => {
      const wallet = wallets[call % wallets.length];
      if (wallet) await withdraw(wallet);
    });
  const [product, plain] = [productWithdrawal(db), plainWithdrawal(db)];
  const times: number[] = [];
  const timedProduct = async (wallet: FullWallet) => void times.push(await timed(() => product(wallet)));
  const rates: { product: number; plain: number }[] = [];
  const used: Usage[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const [before, earlier] = [await usage(), times.length];
    const rate = await by(timedProduct);
    used.push(perCall(before, await usage(), times.length - earlier));
    rates.push({ product: rate, plain: await by(plain) });
  }
  const ours = median(rates.map((rate) => rate.product));
  const theirs = median(rates.map((rate) => rate.plain));
  const inTheMiddle = used.toSorted((a, b) => (a.server ?? 0) - (b.server ?? 0))[Math.floor(rounds / 2)];
  const ratio = `${ours.toFixed(0)} a second, plain SQL ${theirs.toFixed(0)}, ratio ${(ours / theirs).toFixed(2)}`;
  return `${ratio}; ${inWords(percentiles(times))}\n  ${inTheMiddle ? usageInWords(inTheMiddle) : ''}`;
}

function median(figures: number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}

const dataDir = await mkdtemp(path.join(tmpdir(), 'bench-'));
try {
  if (values.databases.includes('embedded')) await measure({ name: 'embedded', environment: { DATA_DIR: dataDir } });
  if (values.databases.includes('postgres')) {
    const postgres = await startOwnPostgres({ durable: true });
    try {
      const { url } = await createDatabase(postgres.url);
      await measure({ name: 'postgres', environment: { DATA_DIR: dataDir, DATABASE_URL: url } });
    } finally {
      await postgres.stop();
    }
  }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
