import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom, type Random } from '#demo/random.ts';
import { makeAccounts, signIn, type Account } from './accounts.ts';
import type { CrashPlace, Moment } from './CrashPlace.ts';
import { findLosses, settleAll } from './findLosses.ts';
import { leaveBatch } from './leaveBatch.ts';
import { createCallers, type Callers, type MoneyCall } from './moneyCalls.ts';
import { openIn, type Environment } from './serverProcess.ts';
import { createShop, leaveOrders, type PlacedOrder } from './shop.ts';

export interface Survival {
  kills: number;
  calls: number;
  answered: number;
  payouts: number;
  /** Collection orders that a merchant's server placed. */
  orders: number;
  /** See `findLosses`. */
  losses: string[];
}

export interface Ordeal {
  environment: Environment;
  /** Starts the server. */
  place(): CrashPlace;
  kills: number;
  seed: number;
}

/** Number of answered calls that are repeated at the end. */
const REPEATED = 200;
/** Longest wait for the calls before a kill, in milliseconds. */
const LONGEST_MS = 4_000;

/** Moves money while processes are killed. Returns the counts and losses. */
export async function survive({ environment, place, kills, seed }: Ordeal): Promise<Survival> {
  const before = await openIn(environment);
  const accounts = await makeAccounts(before);
  const left = await leaveOrders(before);
  await leaveBatch(before, accounts);
  await before.close();
  const at = place();
  try {
    const { callers, placed } = await underKills(at, accounts, left, { kills, random: createRandom(seed, 'calls') });
    await at.stop();
    return { kills, ...(await outcome(environment, callers, placed)) };
  } finally {
    await at.stop();
  }
}

async function underKills(
  at: CrashPlace,
  accounts: readonly Account[],
  left: readonly PlacedOrder[],
  { kills, random }: { kills: number; random: Random },
): Promise<{ callers: Callers; placed: PlacedOrder[] }> {
  const tokens = new Map<Account, string>();
  for (const account of accounts) tokens.set(account, await signIn(await at.url(), account));
  const callers = createCallers(() => at.url(), tokens, random);
  const over = new AbortController();
  const shop = createShop(() => at.url(), random, left);
  const working = Promise.all([
    ...accounts.map((account) => callers.work(account, over.signal)),
    shop.work(over.signal),
  ]);
  for (let killed = 0; killed < kills; killed += 1) await at.kill(moment(random, callers));
  over.abort();
  await working;
  for (const call of callers.calls.filter(isAnswered).slice(-REPEATED)) await callers.repeat(call);
  return { callers, placed: shop.placed };
}

async function outcome(
  environment: Environment,
  { calls, refusals }: Callers,
  placed: readonly PlacedOrder[],
): Promise<Omit<Survival, 'kills'>> {
  const opened = await openIn(environment);
  try {
    await settleAll(opened);
    const { payouts } = await opened.db.kysely
      .selectFrom('sandbox_orders')
      .select(({ fn }) => fn.countAll<bigint>().as('payouts'))
      .executeTakeFirstOrThrow();
    const losses = [...refusals, ...(await findLosses(opened, calls, placed))];
    const answered = calls.filter(isAnswered).length;
    return { calls: calls.length, answered, payouts: Number(payouts), orders: placed.length, losses };
  } finally {
    await opened.close();
  }
}

const isAnswered = ({ answers }: MoneyCall) => answers.length > 0;

/** After a random number of calls, while others are in progress. One kill in ten hits a starting server. */
function moment(random: Random, { calls }: Callers): Moment {
  const answered = () => calls.filter(isAnswered).length;
  const [early, wanted, more] = [random.chance(0.1), random.whole(1, 25), random.whole(0, 40)];
  return {
    early,
    async come() {
      if (early) {
        await sleep(more * 20);
        return;
      }
      const enough = answered() + wanted;
      // On a slow machine, don't wait longer for the calls.
      const latest = Date.now() + LONGEST_MS;
      while (answered() < enough && Date.now() < latest) await sleep(5);
      await sleep(more);
    },
  };
}
