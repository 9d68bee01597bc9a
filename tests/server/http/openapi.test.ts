import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { suppliers } from '../../support/suppliers.ts';
import { USUAL_DATABASE } from '../../support/testDatabase.ts';
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
        'x-permission': z.union([z.string(), z.array(z.string())]).optional(),
      }),
    ),
  ),
});

describe('the API description', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20, resources: { suppliers } });
  });
  afterAll(() => world.close());

  it('lists every call, who may make it and its parameters', async () => {
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

  it('has each operation once, and a response for each', async () => {
    const { paths } = document.parse((await world.call({ url: '/prod-api/openapi.json' })).json());
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => ({ path, method, operationId })),
    );
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    const { login_token: token } = await world.signIn('demo');
    for (const { path, method, operationId } of operations) {
      if (method !== 'get' || path.includes('{')) continue;
      // The stream never ends, so only its headers are requested.
      const asked = operationId === 'events' ? 'HEAD' : 'GET';
      const { statusCode } = await world.call({ method: asked, url: `/prod-api${path}`, token });
      expect([operationId, [404, 405, 500].includes(statusCode)]).toEqual([operationId, false]);
    }
  });

  it('lists the calls of a declared resource, with records of its fields', async () => {
    const { paths } = (await world.call({ url: '/prod-api/openapi.json' })).json();
    expect(paths['/suppliers'].post).toMatchObject({
      'x-permission': 'suppliers.create',
      requestBody: { content: { 'application/json': { schema: { properties: { price: expect.anything() } } } } },
    });
    const shown = paths['/suppliers/{id}'].get.responses['200'].content['application/json'].schema.properties.data;
    expect(shown.properties).toMatchObject({ api_key: { type: 'boolean' }, revision: { type: 'integer' } });
    expect(paths['/suppliers/files'].post.requestBody.content).toHaveProperty('*/*');
    expect(paths['/suppliers/{id}/disable'].post.operationId).toBe('suppliers.disable');
  });
});
