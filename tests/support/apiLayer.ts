import {
  createAuthProvider,
  createDownloadClient,
  createHttpClient,
  defaultMapping,
} from '@merchant-console/ra-provider';
import { createMenuVersion } from '#console/api/menuVersion.ts';
import { createConsoleDataProvider } from '#console/api/dataProvider.ts';
import { createConsoleSession } from '#console/api/sessionStore.ts';
import { toEnvelope, type EnvelopeForm } from '@merchant-console/protocol';
import { userInfoSchema } from '#shared/contract/session.ts';
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
  const session = createConsoleSession({ ...browser, secure: true });
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
  const { apiBase } = settings;
  return {
    browser,
    session,
    httpClient,
    endings,
    dataProvider: createConsoleDataProvider({ apiBase, mappingOf, download, upload: httpClient, envelope }, httpClient),
    authProvider: createAuthProvider(
      { apiBase, session, userSchema: userInfoSchema, onSignedIn: createMenuVersion().noteMenu, onSessionEnded },
      httpClient,
    ),
  };
}
