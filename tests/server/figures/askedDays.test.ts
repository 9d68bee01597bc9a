import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

describe.each(['home-info', 'statements', 'submerchant-stats/overview'])('the days asked of %s', (path) => {
  let world: World;
  let token = '';
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20 });
    token = (await world.signIn('demo')).login_token;
  });
  afterAll(() => world.close());

  const statusOf = async (day: string) =>
    (await world.call({ url: `/prod-api/${path}?from=${day}&to=${day}`, token })).statusCode;

  it.each(['0001-01-01', '0999-12-31', '9999-01-01', '9999-12-31'])(
    'are refused in years without four digits around them: %s',
    async (day) => {
      expect(await statusOf(day)).toBe(400);
    },
  );

  it('may be long before any record', async () => {
    expect(await statusOf('1000-01-01')).toBe(200);
  });
});
