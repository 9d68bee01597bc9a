import { afterAll, beforeAll } from 'vitest';
import { findViolations } from '#server/ledger/invariants.ts';
import { findBusinessViolations } from '#server/money/businessInvariants.ts';
import { moneyWorld, type MoneyWorld } from '#tests/server/money/moneyWorld.ts';
import { batchSteps } from '#tests/support/batchSteps.ts';

/** Payments of up to 60.00 need no second user, so some repeated payments pass immediately and others wait. */
const THRESHOLD = 6_000n;

/** A server with batches whose rows fail, for all tests of the `describe` around. Use what it returns in tests only. */
export function repeatedBatchWorld() {
  let world: MoneyWorld;
  beforeAll(async () => {
    world = await moneyWorld('postgres');
  });
  afterAll(() => world.remove());
  async function merchantWithMoney(approvalThreshold = THRESHOLD) {
    const merchant = await world.merchant({ approvalThreshold });
    await merchant.fund(10_000_000n);
    return { merchant, steps: batchSteps(world, merchant) };
  }
  const violations = async () => {
    const found = [...(await findViolations(world.db)), ...(await findBusinessViolations(world.db))];
    // The test funds the merchants without a business record.
    return found.filter((one) => one.found !== 'adjusted of A0');
  };
  return {
    get world() {
      return world;
    },
    merchantWithMoney,
    violations,
  };
}
