import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Db } from '#server/db/connect.ts';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { startWorld, type World } from '#tests/support/world.ts';
import { payoutChannel } from '../batches/batchWorld.ts';

const answerSchema = z.object({
  msg: z.string(),
  data: z.looseObject({ id: z.string().optional(), errors: z.record(z.string(), z.string()).optional() }),
});

interface Answer {
  status: number;
  msg: string;
  data: z.infer<typeof answerSchema>['data'];
  errors: Record<string, string>;
  id: string;
}

export interface PayeesWorld extends World {
  merchantId: string;
  channelId: string;
  /** Signs in again, for example after the clock has advanced. */
  signInAll(): Promise<void>;
  ask(user: string, method: 'GET' | 'POST' | 'PUT', path: string, payload?: object, key?: string): Promise<Answer>;
  /** Requests a payment of an amount that needs no second user. */
  pay(change: object, options?: { user?: string; key?: string }): Promise<Answer>;
}

/** A merchant of the demo whose users save payees and request payments. */
export async function payeesWorld(kind: Db['kind']): Promise<PayeesWorld> {
  const world = await startWorld(kind, { orders: 60 });
  const tokens: Record<string, string> = {};
  const { id: channelId, merchant_id: merchantId } = await payoutChannel(world.db);
  const made: PayeesWorld = {
    ...world,
    merchantId,
    channelId,
    async signInAll() {
      for (const name of ['demo', 'checker', 'viewer', 'sub']) tokens[name] = (await world.signIn(name)).login_token;
    },
    async ask(user, method, path, payload, key = randomUUID()) {
      const answer = await world.call({
        method,
        url: `/prod-api/${path}`,
        token: tokens[user] ?? '',
        headers: { 'idempotency-key': key },
        ...(payload && { payload }),
      });
      const { msg, data } = answerSchema.parse(answer.json());
      return { status: answer.statusCode, msg, data, errors: data.errors ?? {}, id: data.id ?? '' };
    },
    async pay(change, { user = 'demo', key = randomUUID() } = {}) {
      const payment = { channel_id: channelId, amount: '10000', pay_password: DEMO_PAY_PASSWORD, ...change };
      // Password checks of one user run one at a time. On a busy machine, the last of many is told to come again.
      for (;;) {
        const answer = await made.ask(user, 'POST', 'payment-requests', payment, key);
        if (answer.status !== 429) return answer;
      }
    },
  };
  await made.signInAll();
  return made;
}
