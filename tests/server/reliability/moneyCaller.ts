import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { moneyFormSchema } from '#shared/contract/moneyForms.ts';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import type { World } from '#tests/support/world.ts';

const answerSchema = z.object({ data: z.looseObject({ id: z.string().optional() }).nullable() });
const formSchema = z.object({ data: moneyFormSchema });

/** The outcome of one call. */
export interface Answered {
  status: number;
  /** The ID of the created withdrawal. */
  id: string | null;
  retryAfter: string | null;
}

/** A client that makes withdrawals, each identified by its idempotency key. */
export async function withdrawer(world: Pick<World, 'call'>, token: string) {
  const { cards } = formSchema.parse((await world.call({ url: '/prod-api/withdrawals/form', token })).json()).data;
  const bankcard_id = cards.find(({ state }) => state === 'usable')?.id;

  async function withdraw(key: string, amount = '10000'): Promise<Answered> {
    const { statusCode, headers, ...answer } = await world.call({
      method: 'POST',
      url: '/prod-api/withdrawals',
      token,
      headers: { 'idempotency-key': key },
      payload: { bankcard_id, amount, remark: key, pay_password: DEMO_PAY_PASSWORD },
    });
    const { data } = answerSchema.parse(answer.json());
    return { status: statusCode, id: data?.id ?? null, retryAfter: headers['retry-after'] ?? null };
  }
  /**
   * Retries until the response is final.
   * @returns the statuses so far, and the created withdrawal
   */
  async function insist(key: string): Promise<{ statuses: number[]; id: string | null }> {
    const statuses: number[] = [];
    for (;;) {
      const { status, id } = await withdraw(key);
      statuses.push(status);
      if (status !== 503 && status !== 409) return { statuses, id };
      // Calls that are rejected immediately would starve the server's own timers, which probe the database.
      await nextTurn();
    }
  }
  return { withdraw, insist, newKey: () => `reliable-${randomUUID()}` };
}

/** The withdrawals created with this key. */
export function withdrawalsWith({ db }: Pick<World, 'db'>, key: string): Promise<{ id: string }[]> {
  return db.kysely.selectFrom('withdrawals').where('remark', '=', key).select('id').execute();
}
