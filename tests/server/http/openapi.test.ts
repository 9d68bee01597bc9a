import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startWorld, type World } from '../../support/world.ts';

const document = z.object({
  openapi: z.literal('3.1.0'),
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        operationId: z.string(),
        security: z.array(z.unknown()),
        parameters: z.array(z.object({ name: z.string(), in: z.string(), required: z.boolean() })),
        'x-permission': z.string().optional(),
      }),
    ),
  ),
});

describe('the API description', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld('postgres', { orders: 20 });
  });
  afterAll(() => world.close());

  it('tells every call, who may make it and with what', async () => {
    const answer = await world.call({ url: '/prod-api/openapi.json' });
    const { paths } = document.parse(answer.json());
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(['/login', '/logout', '/vue-element-admin/user/info', '/orders', '/orders/{id}']),
    );
    expect(paths['/login']?.['post']?.security).toEqual([]);
    expect(paths['/orders']?.['get']).toMatchObject({ 'x-permission': 'orders.list' });
    expect(paths['/orders/{id}']?.['get']?.parameters).toEqual([
      expect.objectContaining({ name: 'id', in: 'path', required: true }),
    ]);
  });

  it('has an operation for every route of the API but itself', async () => {
    const { paths } = document.parse((await world.call({ url: '/prod-api/openapi.json' })).json());
    const described = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method} ${path}`),
    );
    for (const call of described) {
      const [method = '', path = ''] = call.split(' ');
      const url = `/prod-api${path.replace('{id}', ':id')}`;
      expect(world.app.hasRoute({ method: method === 'get' ? 'GET' : 'POST', url })).toBe(true);
    }
    const ids = Object.values(paths).flatMap((operations) => Object.values(operations).map((one) => one.operationId));
    expect(new Set(ids).size).toBe(ids.length);
  });
});
