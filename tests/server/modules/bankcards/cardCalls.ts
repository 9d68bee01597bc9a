import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import type { World } from '#tests/support/world.ts';

const cardSchema = z.looseObject({
  id: z.string(),
  card_number: z.string(),
  is_default: z.boolean(),
  status: z.enum(['enabled', 'disabled']),
  usable_at: z.string(),
  revision: z.int(),
});
export type Card = z.infer<typeof cardSchema>;

const answerSchema = z.object({ msg: z.string(), data: z.looseObject({}) });
const failureSchema = z.object({ errors: z.record(z.string(), z.string()) });
const listSchema = z.object({ data: z.array(cardSchema) });

/** The calls of one signed-in user on bank cards. */
export function cardCalls(world: World, token: string) {
  async function send(method: 'POST' | 'PUT' | 'GET', path: string, payload?: object) {
    const headers = { 'idempotency-key': randomUUID() };
    const url = `/prod-api/bankcards${path}`;
    const answer = await world.call({ method, url, token, headers, ...(payload && { payload }) });
    const { msg, data: given } = answerSchema.parse(answer.json());
    const { request_id: _, ...data } = given;
    return { status: answer.statusCode, msg, data, errors: failureSchema.safeParse(data).data?.errors ?? {} };
  }
  const card = { name: 'Lin Trading', bank_name: 'First Bank', branch_name: 'Harbour' };
  return {
    send,
    create: (change: object) => send('POST', '', { ...card, ...change }),
    made: async (card_number: string) => cardSchema.parse((await send('POST', '', { ...card, card_number })).data),
    edit: (id: string, change: object) => send('PUT', `/${id}`, change),
    act: (id: string, action: string) => send('POST', `/${id}/${action}`, {}),
    reveal: (id: string, pay_password: string = DEMO_PAY_PASSWORD) =>
      send('POST', `/${id}/reveal`, { source: 'card_number', pay_password }),
    show: async (id: string) => cardSchema.parse((await send('GET', `/${id}`)).data),
    async list(): Promise<Card[]> {
      const answer = await world.call({ method: 'GET', url: '/prod-api/bankcards?range=[0,29]', token });
      return listSchema.parse(answer.json()).data;
    },
  };
}
