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
import { type FullWallet, makeWallets } from './money/makeWallets.ts';
import { throughput } from './money/throughput.ts';
import { plainWithdrawal, productWithdrawal } from './money/withdrawals.ts';

/**
 * npm run bench:money [-- --seconds 2 --rounds 3 --databases embedded,postgres]: withdrawal requests per second, made
 * by the server's code and by plain SQL that writes the same rows over the same connections. The two alternate, so that
 * other load on the machine affects both. Both databases sync each commit to disk.
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

async function measure(name: string, environment: Record<string, string>): Promise<void> {
  const { db, close } = await open(readConfig({ ...environment, DEMO: '0' }), systemClock, silentLog);
  try {
    const wallets = await makeWallets(db, MANY);
    // Warm-up: code is compiled and connections are opened.
    await compare(db, wallets, { callers: 8, rounds: 1 });
    for (const callers of CALLERS) {
      print(
        `${name}, ${callers} callers, ${MANY} wallets: ${await compare(db, wallets, { callers, rounds: Number(values.rounds) })}`,
      );
      print(
        `${name}, ${callers} callers, one wallet: ${await compare(db, wallets.slice(0, 1), { callers, rounds: Number(values.rounds) })}`,
      );
    }
  } finally {
    await close();
  }
}

/** Prints the medians of some rounds. */
async function compare(
  db: Db,
  wallets: readonly FullWallet[],
  { callers, rounds }: { callers: number; rounds: number },
): Promise<string> {
  const [product, plain] = [productWithdrawal(db), plainWithdrawal(db)];
  const by = (withdraw: (wallet: FullWallet) => Promise<void>) =>
    throughput(callers, Number(values.seconds), async (call) => {
      const wallet = wallets[call % wallets.length];
      if (wallet) await withdraw(wallet);
    });
  const rates: { product: number; plain: number }[] = [];
  for (let round = 0; round < rounds; round += 1) rates.push({ product: await by(product), plain: await by(plain) });
  const ours = median(rates.map((rate) => rate.product));
  const theirs = median(rates.map((rate) => rate.plain));
  return `${ours.toFixed(0)} a second, plain SQL ${theirs.toFixed(0)}, ratio ${(ours / theirs).toFixed(2)}`;
}

function median(figures: number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}

const dataDir = await mkdtemp(path.join(tmpdir(), 'bench-'));
try {
  if (values.databases.includes('embedded')) await measure('embedded', { DATA_DIR: dataDir });
  if (values.databases.includes('postgres')) {
    const postgres = await startOwnPostgres({ durable: true });
    try {
      const { url } = await createDatabase(postgres.url);
      await measure('PostgreSQL', { DATA_DIR: dataDir, DATABASE_URL: url });
    } finally {
      await postgres.stop();
    }
  }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
