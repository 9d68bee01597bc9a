import { beforeEach, vi } from 'vitest';
import type { EndpointMapping } from '@merchant-console/ra-provider';
import {
  dataProviderContract,
  sampleSeed,
  type ContractSeed,
  type FaultWords,
} from '@merchant-console/ra-provider/contracts';
import { createDocumentBackEnd, type DocumentFormat } from '#tests/support/documentBackEnd.ts';
import { fetchFromApp } from '#tests/support/fetchFromApp.ts';
import { hydraFormat } from '#tests/support/hydraBackEnd.ts';
import { jsonApiFormat } from '#tests/support/jsonApiBackEnd.ts';
import { createMemoryBrowser } from '#tests/support/memoryBrowser.ts';
import { consoleUnderTest } from './consoleUnderTest.ts';

// FakeRest also logs the errors that it rejects with.
beforeEach(() => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  return () => log.mockRestore();
});

const mapping: Omit<EndpointMapping, 'envelope'> = {
  name: 'orders',
  endpoint: 'orders',
  endpoints: {},
  places: { channel_id: 'channel' },
  fields: [
    { source: 'channel_id', type: 'reference', reference: 'channels' },
    { source: 'created_at', type: 'datetime' },
  ],
};

const jsonApiWords: FaultWords = {
  refusal: ({ message, errors = {} }) => {
    const ofFields = Object.entries(errors).map(([name, detail]) => {
      return { source: { pointer: `/data/attributes/${name}` }, detail };
    });
    return { errors: [{ detail: message }, ...ofFields] };
  },
  sessionEnd: (message) => ({ errors: [{ status: '401', title: message }] }),
};

const hydraWords = (message: 'detail' | 'hydra:description'): FaultWords => ({
  refusal: ({ message: text, errors = {} }) => {
    const violations = Object.entries(errors).map(([propertyPath, one]) => ({ propertyPath, message: one }));
    return { '@type': 'hydra:Error', [message]: text, violations };
  },
  sessionEnd: (text) => ({ [message]: text }),
});

/** JSON:API has equality only. */
const equalities: ContractSeed = {
  ...sampleSeed,
  filters: sampleSeed.filters.filter(({ filter }) => !Object.keys(filter).some((name) => /_(?:gte|lt)$/.test(name))),
};

const BACK_ENDS: [string, EndpointMapping['envelope'], DocumentFormat, FaultWords, ContractSeed][] = [
  ['JSON:API', 'json-api', jsonApiFormat, jsonApiWords, equalities],
  ['Hydra', 'hydra', hydraFormat(''), hydraWords('detail'), sampleSeed],
  ['Hydra with prefixes', 'hydra', hydraFormat('hydra:'), hydraWords('hydra:description'), sampleSeed],
];

for (const [name, envelope, format, words, seed] of BACK_ENDS) {
  dataProviderContract(
    `the console over ${name}`,
    async () => {
      const app = createDocumentBackEnd(format, seed.resource, seed.records);
      await app.ready();
      const mappingOf = (resource: string): EndpointMapping =>
        resource === 'orders'
          ? { ...mapping, envelope: envelope ?? null }
          : { name: resource, endpoint: resource, endpoints: {} };
      const made = consoleUnderTest(fetchFromApp(app), createMemoryBrowser(), { mappingOf, words });
      return { ...made, dispose: () => app.close() };
    },
    seed,
  );
}
