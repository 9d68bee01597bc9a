import { randomUUID } from 'node:crypto';
import { addHours } from 'date-fns/addHours';
import { expect } from 'vitest';
import { type Task, taskSchema } from '#shared/contract/tasks.ts';
import type { Db } from '#server/db/connect.ts';
import { startWorld, type World, type WorldOptions } from '#tests/support/world.ts';

const BASE = '/prod-api/tasks';

/** An export's body. Its resource is `orders` by default. */
export type Asked = Partial<{ resource: string; query: object }>;

export interface TasksWorld extends World {
  tokens: Map<string, string>;
  /** Signs in again, for example after the clock has advanced. */
  signInAll(...names: string[]): Promise<void>;
  begin(name: string, asked?: Asked, headers?: Record<string, string>): ReturnType<World['call']>;
  /** Starts an export that must succeed. */
  begun(name: string, asked?: Asked, headers?: Record<string, string>): Promise<Task>;
  list(name: string): Promise<Task[]>;
  get(name: string, id: string): Promise<Task | undefined>;
  file(name: string, id: string): ReturnType<World['call']>;
  cancel(name: string, id: string): ReturnType<World['call']>;
  remove(name: string, id: string): ReturnType<World['call']>;
  /** The number of stored parts of a task's files. */
  partsOf(id: string): Promise<number>;
}

export async function tasksWorld(kind: Db['kind'], options: WorldOptions = {}): Promise<TasksWorld> {
  const world = await startWorld(kind, { orders: 60, ...options });
  const tokens = new Map<string, string>();
  const as = (name: string) => ({ token: tokens.get(name) ?? '' });

  async function signInAll(...names: string[]): Promise<void> {
    for (const name of names) tokens.set(name, (await world.signIn(name)).login_token);
  }
  function begin(name: string, { resource = 'orders', query = {} }: Asked = {}, headers: Record<string, string> = {}) {
    return world.call({
      method: 'POST',
      url: BASE,
      ...as(name),
      payload: { kind: 'export', resource, query },
      headers: { 'idempotency-key': randomUUID(), ...headers },
    });
  }
  async function list(name: string): Promise<Task[]> {
    const answer = await world.call({ url: BASE, ...as(name) });
    return taskSchema.array().parse(answer.json<{ data: { items: unknown } }>().data.items);
  }

  await signInAll('demo', 'checker', 'tokyo');
  return {
    ...world,
    tokens,
    signInAll,
    begin,
    list,
    async begun(...asked) {
      const answer = await begin(...asked);
      expect(answer.statusCode).toBe(201);
      return taskSchema.parse(answer.json<{ data: unknown }>().data);
    },
    get: async (name, id) => (await list(name)).find((task) => task.id === id),
    file: (name, id) => world.call({ url: `${BASE}/${id}/file`, ...as(name) }),
    cancel: (name, id) => world.call({ method: 'POST', url: `${BASE}/${id}/cancel`, ...as(name) }),
    remove: (name, id) => world.call({ method: 'DELETE', url: `${BASE}/${id}`, ...as(name) }),
    async partsOf(id) {
      const parts = world.db.kysely.selectFrom('task_parts').where('task_id', '=', id);
      const { count } = await parts.select((eb) => eb.fn.countAll<bigint>().as('count')).executeTakeFirstOrThrow();
      return Number(count);
    },
  };
}

/** The time 24 hours after `instant`. */
export const aDayAfter = (instant: Date): string => addHours(instant, 24).toISOString();
