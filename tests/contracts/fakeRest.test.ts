import fakeRestProvider from 'ra-data-fakerest';
import { beforeEach, vi } from 'vitest';
import { dataProviderContract, sampleSeed } from '@merchant-console/ra-provider/contracts';

// FakeRest also logs the errors that it rejects with.
beforeEach(() => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  return () => log.mockRestore();
});

/**
 * The contract holds for a provider that is independent of this project, too. It works in memory, so calls can't be
 * aborted and the back end can't fail. Its getMany rejects unknown IDs.
 */
dataProviderContract(
  'ra-data-fakerest',
  () => ({ dataProvider: fakeRestProvider({ [sampleSeed.resource]: structuredClone(sampleSeed.records) }) }),
  sampleSeed,
  { capabilities: { abort: false, faults: false }, expectations: { getManyOfMissing: 'rejects' } },
);
