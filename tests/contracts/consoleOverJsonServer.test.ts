import type { EndpointMapping } from '@merchant-console/ra-provider';
import { dataProviderContract, sampleSeed, type ContractSeed } from '@merchant-console/ra-provider/contracts';
import { fetchFromApp } from '#tests/support/fetchFromApp.ts';
import { createJsonServerBackEnd } from '#tests/support/jsonServerBackEnd.ts';
import { createMemoryBrowser } from '#tests/support/memoryBrowser.ts';
import { consoleUnderTest } from './consoleUnderTest.ts';

const mapping: EndpointMapping = { name: 'orders', endpoint: 'orders', endpoints: {}, envelope: 'json-server' };

/** json-server has no condition for values below a limit. */
const seed: ContractSeed = {
  ...sampleSeed,
  filters: sampleSeed.filters.filter(({ filter }) => !Object.keys(filter).some((name) => name.endsWith('_lt'))),
};

const words = {
  refusal: ({ message, errors }: { message: string; errors?: object }) => ({ message, errors }),
  sessionEnd: (message: string) => ({ message }),
};

dataProviderContract(
  'the console over json-server',
  async () => {
    const app = createJsonServerBackEnd(seed.resource, seed.records);
    await app.ready();
    const form = { mappingOf: () => mapping, words };
    return { ...consoleUnderTest(fetchFromApp(app), createMemoryBrowser(), form), dispose: () => app.close() };
  },
  seed,
);
