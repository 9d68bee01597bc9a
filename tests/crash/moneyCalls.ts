import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Random } from '#demo/random.ts';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import type { Account } from './accounts.ts';

/** A call that moves money, and the responses that its caller received. */
export interface MoneyCall {
  account: Account;
  /** Idempotency key. Also the request's remark, by which `findLosses` finds its effects. */
  key: string;
  resource: 'withdrawals' | 'payment-requests';
  /** Minor units. */
  amount: number;
  /** True if the caller retries until there is a response. */
  insisting: boolean;
  /** Bodies of all successful responses. */
  answers: string[];
}

/** The callers of a run, and the calls made so far. */
export interface Callers {
  calls: MoneyCall[];
  /** Makes one call after another until `over` fires. Resolves once the last call has its response. */
  work(account: Account, over: AbortSignal): Promise<void>;
  /** Retries a call until there is a response. */
  repeat(call: MoneyCall): Promise<void>;
  /** Rejections that no crash explains. */
  refusals: string[];
}

const answerSchema = z.object({ code: z.number(), msg: z.string(), data: z.looseObject({ id: z.string() }).nullish() });
const PATIENCE_MS = 15_000;
const PAUSE_MS = 25;

export function createCallers(
  url: () => Promise<string>,
  tokens: ReadonlyMap<Account, string>,
  random: Random,
): Callers {
  const calls: MoneyCall[] = [];
  const refusals: string[] = [];

  /** @returns false if the call is to be retried */
  async function attempt(call: MoneyCall): Promise<boolean> {
    const base = await url();
    try {
      const response = await fetch(`${base}/prod-api/${call.resource}`, {
        method: 'POST',
        headers: headersOf(call, tokens.get(call.account) ?? ''),
        body: JSON.stringify(bodyOf(call)),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const text = await response.text();
      if (response.status < 300) call.answers.push(text);
      // 409: the first attempt is still being processed. 5xx: the server has lost its database.
      else if (response.status !== 409 && response.status < 500) refusals.push(`${response.status} ${text}`);
      return response.status < 500 && response.status !== 409;
    } catch {
      return false;
    }
  }

  async function repeat(call: MoneyCall): Promise<void> {
    while (!(await attempt(call))) await sleep(PAUSE_MS);
  }

  async function make(call: MoneyCall): Promise<void> {
    calls.push(call);
    if (!call.insisting) await attempt(call);
    // Like a user who clicks twice.
    else if (random.chance(0.1)) await Promise.all([repeat(call), repeat(call)]);
    else await repeat(call);
  }

  return {
    calls,
    refusals,
    repeat,
    async work(account, over) {
      while (!over.aborted) await make(newCall(account, random));
    },
  };
}

function newCall(account: Account, random: Random): MoneyCall {
  const ending = random.weighted([null, 13, 77], (digits) => (digits === null ? 6 : 2));
  const hundreds = random.whole(50, 500);
  return {
    account,
    key: `crash-${randomUUID()}`,
    answers: [],
    insisting: random.chance(0.9),
    resource: random.chance(0.7) ? 'payment-requests' : 'withdrawals',
    amount: hundreds * 100 + (ending ?? random.whole(20, 70)),
  };
}

function headersOf({ key }: MoneyCall, token: string): Record<string, string> {
  return {
    'content-type': 'application/json',
    'idempotency-key': key,
    'x-token': token,
    authorization: `Bearer ${token}`,
  };
}

function bodyOf({ account, key, resource, amount }: MoneyCall): object {
  const common = { amount: String(amount), remark: key, pay_password: DEMO_PAY_PASSWORD };
  if (resource === 'withdrawals') return { ...common, bankcard_id: account.cardId };
  const payee = { payee_name: 'Ana', card_number: '6222020200112233445', bank_name: 'Bank' };
  return { ...common, ...payee, channel_id: account.channelId };
}

/** The ID of the record that a response says was created. */
export function madeBy(answer: string): string | undefined {
  return answerSchema.parse(JSON.parse(answer)).data?.id;
}
