import { expect, it } from 'vitest';
import { USUAL_DATABASE } from '../../support/testDatabase.ts';
import { startWorld } from '../../support/world.ts';

it("is ready while the database answers, and alive even if it doesn't, with a message for the caller", async () => {
  const world = await startWorld(USUAL_DATABASE, { orders: 20 });
  try {
    expect((await world.call({ url: '/readyz' })).statusCode).toBe(200);
    const { login_token: token } = await world.signIn('demo');
    await world.db.close();
    expect((await world.call({ url: '/readyz' })).statusCode).toBe(503);
    expect((await world.call({ url: '/healthz' })).statusCode).toBe(200);
    const headers = { 'accept-language': 'es' };
    const answer = await world.call({ url: '/prod-api/notifications', token, headers });
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2']);
    expect(answer.json()).toMatchObject({
      msg: 'El servidor no puede responder en este momento. Vuelva a intentarlo enseguida.',
      data: { error: 'unavailable' },
    });
  } finally {
    await world.close();
  }
});
