import { createAuthProvider } from '#console/api/authProvider.ts';
import { createMenuVersion } from '#console/api/menuVersion.ts';
import { createDataProvider } from '#console/api/dataProvider.ts';
import { createDownloadClient } from '#console/api/downloadClient.ts';
import { createHttpClient } from '#console/api/httpClient.ts';
import { defaultMapping } from '#console/api/mapping/EndpointMapping.ts';
import { createSessionStore } from '#console/api/sessionStore.ts';
import { toEnvelope, type EnvelopeForm } from '#shared/contract/envelopeForm.ts';
import { runtimeSettingsSchema } from '#shared/contract/runtimeSettings.ts';
import { createMemoryBrowser, type MemoryBrowser } from './memoryBrowser.ts';

/** The console's API layer over a `fetch`, assembled as in the console but without a page. */
export function createApiLayer(
  fetch: typeof globalThis.fetch,
  browser: MemoryBrowser = createMemoryBrowser(),
  mappingOf = defaultMapping,
  envelopeForm: EnvelopeForm = 'console',
) {
  const endings: string[] = [];
  const onSessionEnded = (message: string) => void endings.push(message);
  const settings = runtimeSettingsSchema.parse({ envelope: envelopeForm });
  const envelope = toEnvelope(settings.envelope);
  const session = createSessionStore({ ...browser, secure: true });
  const clientConfig = {
    fetch,
    settings,
    session,
    getLanguage: () => 'en',
    getClientAddress: () => '203.0.113.9',
    onSessionEnded,
    envelope,
  };
  const httpClient = createHttpClient(clientConfig);
  const download = createDownloadClient(clientConfig);
  const clock = { now: () => new Date('2026-03-01T00:00:00Z') };
  const { apiBase } = settings;
  return {
    browser,
    session,
    httpClient,
    endings,
    dataProvider: createDataProvider({ apiBase, mappingOf, download, upload: httpClient, envelope }, httpClient, clock),
    authProvider: createAuthProvider(
      { apiBase, session, menuVersion: createMenuVersion(), onSessionEnded },
      httpClient,
      clock,
    ),
  };
}
