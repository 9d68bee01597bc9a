import { beforeEach, vi } from 'vitest';
import type { EndpointMapping } from '@merchant-console/ra-provider';
import { fetchFromApp } from '#tests/support/fetchFromApp.ts';
import { createMemoryBrowser } from '#tests/support/memoryBrowser.ts';
import { createPlainRestBackEnd } from '#tests/support/plainRestBackEnd.ts';
import { consoleUnderTest } from './consoleUnderTest.ts';
import { dataProviderContract, sampleSeed } from '@merchant-console/ra-provider/contracts';

// FakeRest also logs the errors that it rejects with.
beforeEach(() => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  return () => log.mockRestore();
});

const mapping: EndpointMapping = { name: 'orders', endpoint: 'orders', endpoints: {}, envelope: 'simple-rest' };

const words = {
  refusal: ({ message, errors }: { message: string; errors?: object }) => ({ message, errors }),
  sessionEnd: (message: string) => ({ message }),
};

dataProviderContract(
  'the console over a plain simple-rest back end',
  async () => {
    const app = createPlainRestBackEnd(sampleSeed.resource, sampleSeed.records);
    await app.ready();
    const form = { mappingOf: () => mapping, words };
    return { ...consoleUnderTest(fetchFromApp(app), createMemoryBrowser(), form), dispose: () => app.close() };
  },
  sampleSeed,
);
