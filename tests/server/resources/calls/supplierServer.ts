import type { InjectOptions } from 'fastify';
import type { Db } from '#server/db/connect.ts';
import { suppliers } from '#tests/support/suppliers.ts';
import { startWorld, type World } from '#tests/support/world.ts';

export interface Answer {
  status: number;
  data: Record<string, unknown> & { id: string; errors?: Record<string, string>; current?: Record<string, unknown> };
}

/** A server with the suppliers of `tests/support/suppliers.ts`. */
export interface SupplierServer {
  world: World;
  send(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    request?: InjectOptions & { token?: string },
  ): Promise<Answer>;
  /** Creates a supplier and returns the record. */
  create(values?: Record<string, unknown>): Promise<Answer['data']>;
  close(): Promise<void>;
}

export const LEAST = { name: 'Acme', account: '6222020200001111', tax_no: 'T1' };

export async function startSupplierServer(kind: Db['kind']): Promise<SupplierServer> {
  const world = await startWorld(kind, { orders: 20, resources: { suppliers } });
  const { login_token: token } = await world.signIn('demo');
  const send: SupplierServer['send'] = async (method, path, request = {}) => {
    const answer = await world.call({ token, ...request, method, url: `/prod-api/suppliers${path}` });
    return { status: answer.statusCode, data: answer.json<{ data: Answer['data'] }>().data };
  };
  return {
    world,
    send,
    create: async (values = {}) => (await send('POST', '', { payload: { ...LEAST, ...values } })).data,
    close: () => world.close(),
  };
}
