import { expect, it } from 'vitest';
import { startWorld } from '../../support/world.ts';

it('is ready while the database answers, and alive even when it does not', async () => {
  const world = await startWorld('postgres', { orders: 20 });
  try {
    expect((await world.call({ url: '/readyz' })).statusCode).toBe(200);
    await world.db.close();
    expect((await world.call({ url: '/readyz' })).statusCode).toBe(503);
    expect((await world.call({ url: '/healthz' })).statusCode).toBe(200);
  } finally {
    await world.close();
  }
});
