import { it } from 'vitest';
import { CALLERS, expectCoveredOnly } from './manyWithdrawals.ts';
import { moneyWorld } from './moneyWorld.ts';

const CALLS = 10_000;

it(`${CALLS} withdrawals by ${CALLERS} callers from a balance for 100: 100 succeed`, { timeout: 180_000 }, async () => {
  const world = await moneyWorld('postgres');
  await expectCoveredOnly(world, CALLS);
  await world.remove();
});
