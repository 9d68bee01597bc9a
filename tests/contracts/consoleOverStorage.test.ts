import { afterAll } from 'vitest';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld } from '#tests/support/world.ts';
import { dataProviderContract } from '@merchant-console/ra-provider/contracts';
import { storedDeclaration, storeSeed } from './storedSeed.ts';

const world = await startWorld(USUAL_DATABASE, {
  orders: 0,
  resources: { [storedDeclaration.name]: storedDeclaration },
});
afterAll(() => world.close());

const { seed, makeConsole, restore } = await storeSeed(world);

dataProviderContract(
  'the console over a table created by the server',
  async () => {
    await restore();
    return makeConsole();
  },
  seed,
);
