import type { DataProvider } from 'react-admin';
import { defaultMapping, type EndpointMapping } from '@merchant-console/ra-provider';
import type { EnvelopeForm } from '@merchant-console/protocol';
import { createApiLayer } from '#tests/support/apiLayer.ts';
import { createMemoryBrowser } from '#tests/support/memoryBrowser.ts';
import { createFaultyFetch, type FaultWords, type ConsoleAuthUnderTest } from '@merchant-console/ra-provider/contracts';

/** Differences of a back end from the console's own. */
interface BackEndForm {
  mappingOf?: (resource: string) => EndpointMapping;
  words?: FaultWords;
  /** As in the console's settings. */
  envelope?: EnvelopeForm;
}

/** The console's providers over the back end behind `fetch`, with everything that the contracts need. */
export function consoleUnderTest(
  backEnd: typeof globalThis.fetch,
  browser = createMemoryBrowser(),
  { mappingOf = defaultMapping, words, envelope }: BackEndForm = {},
): ConsoleAuthUnderTest & { dataProvider: DataProvider } {
  const { fetch, faults, requests } = createFaultyFetch(backEnd, words);
  const { authProvider, dataProvider, endings, httpClient } = createApiLayer(fetch, browser, mappingOf, envelope);
  return {
    authProvider,
    dataProvider,
    faults,
    call: () => httpClient('/prod-api/vue-element-admin/user/info'),
    reload: () => createApiLayer(fetch, browser, mappingOf, envelope).authProvider,
    damage: (part, text) => {
      const [place, key] = part === 'menu' ? [browser.localStorage, 'roles'] : [browser.cookieJar, 'Currency-Data'];
      if (text === null) place.delete(key);
      else place.set(key, text);
    },
    endings: () => endings,
    requests: () => requests.length,
  };
}
