import fakeRestProvider from 'ra-data-fakerest';
import { beforeEach, vi } from 'vitest';
import { dataProviderContract } from './dataProviderContract.ts';
import { sampleSeed } from './sampleSeed.ts';

// FakeRest logs each error that it also rejects with.
beforeEach(() => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  return () => log.mockRestore();
});

/**
 * A provider that this project has no part in holds to the contract as well. It works in memory, so nothing can be
 * aborted and no back end can fail; and its getMany insists on every id.
 */
dataProviderContract(
  'ra-data-fakerest',
  () => ({ dataProvider: fakeRestProvider({ [sampleSeed.resource]: structuredClone(sampleSeed.records) }) }),
  sampleSeed,
  { capabilities: { abort: false, faults: false }, expectations: { getManyOfMissing: 'rejects' } },
);
