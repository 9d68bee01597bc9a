import type { Clock } from '#shared/clock.ts';
import { CONSOLE_ENVELOPE, toEnvelope } from '@merchant-console/protocol';
import { createDownloadClient, createHttpClient, type HttpClientConfig } from '@merchant-console/ra-provider';
import { confirmingSession, createConfirmations } from '#console/api/confirmations.ts';
import { createConnection, serverProbe, serviceProbe } from '#console/api/connection.ts';
import { createApi } from '#console/api/createApi.ts';
import { createDeclarationSource } from '#console/api/declarationFiles.ts';
import { createMenuVersion } from '#console/api/menuVersion.ts';
import type { OtherBackEnd } from '#console/api/otherBackEnd/otherBackEnd.ts';
import { sealingPasswords } from '#console/api/sealingPasswords.ts';
import { createServerClock } from '#console/api/serverClock.ts';
import { createSessionFetch } from '#console/api/sessionFetch.ts';
import type { SessionStore } from '#console/api/sessionStore.ts';
import type { UsualSettings } from '#console/api/usualSettings.ts';
import type { Entrance } from '#console/entry/entrance.ts';
import { sessionOfPage } from './sessionEnds.ts';

export interface ClientsConfig {
  browser: Window;
  /** Absent for this project's server, and a back end with the same calls. */
  otherBackEnd?: OtherBackEnd | undefined;
  /** The computer's clock. */
  clock: Clock;
  entrance: Entrance;
}

interface CallingSession {
  settings: UsualSettings;
  session: SessionStore;
  /** False while no answer of the server may end the session. */
  mayEnd(): boolean;
  /** Called after the server has ended the session. */
  onSessionEnded(text: string): void;
}

/** 10 MB at 100 KB/s, with some margin. */
const UPLOAD_LASTS_MS = 120_000;

/** Creates the clients that make calls for the session of this page, and what they notice on the way. */
export function createClients(
  { browser, otherBackEnd, clock: ownClock, entrance }: ClientsConfig,
  { settings, session, mayEnd, onSessionEnded }: CallingSession,
) {
  const fetch = (input: RequestInfo | URL, init?: RequestInit) => browser.fetch(input, init);
  const apiOrigin = new URL(settings.apiBase, browser.location.href).origin;
  const clock = createServerClock(ownClock);
  const connection = createConnection({
    browser,
    clock,
    probe: serverProbe(fetch, apiOrigin),
    probeService: serviceProbe(fetch, apiOrigin),
  });
  const menuVersion = createMenuVersion();
  const headers = {
    getLanguage: () => browser.document.documentElement.lang,
    getClientAddress: () => textOrEmpty(Reflect.get(browser, settings.clientAddressGlobal)),
  };
  const envelope = otherBackEnd ? toEnvelope(otherBackEnd.settings.envelope) : CONSOLE_ENVELOPE;
  const config: HttpClientConfig = {
    fetch: connection.watching(fetch),
    settings,
    session: sessionOfPage({ ...session, clear: () => mayEnd() && session.clear() }, entrance),
    ...headers,
    onAnswer(answer) {
      menuVersion.note(answer);
      clock.note(answer);
    },
    onSessionEnded,
    envelope,
  };
  // The token is only sent to the host of the API. Another host of the console's files has no use for it.
  const isApiHost = apiOrigin === new URL(browser.location.href).origin;
  const declarations = createDeclarationSource(isApiHost ? createSessionFetch(config) : fetch, '/');
  const confirmations = createConfirmations();
  const ownClient = confirmingSession(sealingPasswords(createHttpClient(config), settings), confirmations);
  const httpClient = otherBackEnd
    ? otherBackEnd.adapt(ownClient, { session, browser, onSessionEnded, getDeclaration: declarations })
    : ownClient;
  /** The HTTP client with a longer time limit for files. */
  const upload = sealingPasswords(createHttpClient({ ...config, timeoutMs: UPLOAD_LASTS_MS }), settings);
  const api = createApi(settings.apiBase, httpClient, upload);
  const { apiBase } = settings;
  return {
    connection,
    menuVersion,
    confirmations,
    declarations,
    httpClient,
    upload,
    download: createDownloadClient(config),
    api,
    envelope,
    live: { ...headers, settings, api, connection, apiBase, getToken: session.getToken, fetch },
  };
}

/** The global belongs to an external script, so it may hold anything. */
function textOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
