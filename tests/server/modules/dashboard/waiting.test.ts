import { addHours } from 'date-fns/addHours';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { dashboard } from '#shared/contract/dashboard.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld } from '#tests/support/world.ts';

it('the home page says from when a user can decide whose right to approve still waits', async () => {
  const world = await startWorld(USUAL_DATABASE, { orders: 20 });
  const { login_token: token } = await world.signIn('checker');
  async function requests() {
    const answer = await world.call({ method: 'GET', url: '/prod-api/home-info', token });
    const { data } = z.object({ data: dashboard.data }).parse(answer.json());
    return data.waiting.find(({ kind }) => kind === 'payment_requests');
  }
  const powers = () => world.db.kysely.updateTable('user_powers').where('power', '=', 'approve');
  expect(await requests()).not.toHaveProperty('usable_from');
  const usable_at = addHours(world.clock.now(), 24);
  await powers().set({ usable_at }).execute();
  expect(await requests()).toMatchObject({ usable_from: usable_at.toISOString() });
  await powers().set({ usable_at: world.clock.now() }).execute();
  expect(await requests()).not.toHaveProperty('usable_from');
  await world.close();
});
