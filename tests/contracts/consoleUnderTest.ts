import type { DataProvider } from 'react-admin';
import { unmapped } from '#console/api/mapping/EndpointMapping.ts';
import { createApiLayer } from '#tests/support/apiLayer.ts';
import { createMemoryBrowser } from '#tests/support/memoryBrowser.ts';
import { createFaultyFetch } from '#tests/support/faultyFetch.ts';
import type { AuthProviderUnderTest } from './AuthContract.ts';

/** The console's providers over the back end behind `fetch`, with all that the contracts ask for. */
export function consoleUnderTest(
  backEnd: typeof globalThis.fetch,
  browser = createMemoryBrowser(),
  mappingOf = unmapped,
): AuthProviderUnderTest & { dataProvider: DataProvider } {
  const { fetch, faults, requests } = createFaultyFetch(backEnd);
  const { authProvider, dataProvider, endings, httpClient } = createApiLayer(fetch, browser, mappingOf);
  return {
    authProvider,
    dataProvider,
    faults,
    call: () => httpClient('/prod-api/vue-element-admin/user/info'),
    reload: () => createApiLayer(fetch, browser, mappingOf).authProvider,
    damage: (part, text) => {
      const [place, key] = part === 'menu' ? [browser.localStorage, 'roles'] : [browser.cookieJar, 'Currency-Data'];
      if (text === null) place.delete(key);
      else place.set(key, text);
    },
    endings: () => endings,
    requests: () => requests.length,
  };
}
