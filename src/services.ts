import { z } from 'zod';
import type { Clock } from '#shared/clock.ts';
import type { RuntimeSettings } from '#shared/contract/runtimeSettings.ts';
import type { LoginBody } from '#shared/contract/session.ts';
import { createAuthProvider, type ConsoleAuthProvider } from './api/authProvider.ts';
import { createApi, type Api } from './api/createApi.ts';
import { createDownloadClient, type DownloadClient } from './api/downloadClient.ts';
import { createHttpClient, type HttpClient, type HttpClientConfig } from './api/httpClient.ts';
import { sessionProblem } from './api/sessionProblem.ts';
import { createSessionStore, type Cookies, type SessionStore } from './api/sessionStore.ts';
import type { Entrance } from './entrance.ts';
import type { NoticeBoard } from './noticeBoard.ts';
import { createEnrolmentCalls, type EnrolmentCalls } from './pages/login/enrolmentCalls.ts';
import { refusing } from './pages/login/refusing.ts';
import { readRuntimeSettings } from './readRuntimeSettings.ts';
import { createPreferenceStore, type PreferenceStore } from './views/preferences/PreferenceStore.ts';

/** What every part of the console is given. */
export interface Services {
  settings: RuntimeSettings;
  session: SessionStore;
  httpClient: HttpClient;
  download: DownloadClient;
  /** The HTTP client with time enough for a file. */
  upload: HttpClient;
  api: Api;
  authProvider: ConsoleAuthProvider;
  /** Rejects with a FormRefusal. */
  signIn(credentials: LoginBody): Promise<void>;
  enrolmentCalls: EnrolmentCalls;
  preferences: PreferenceStore;
  clock: Clock;
}

export interface ServicesConfig {
  browser: Window;
  /** The settings block of index.html. */
  settings: string;
  cookies: Cookies;
  clock: Clock;
  entrance: Entrance;
  notices: NoticeBoard;
}

/** How long the spec lets an error stand, in milliseconds. */
const ERROR_LASTS_MS = 3000;
/** 10 MB at 100 KB/s, with some to spare. */
const UPLOAD_LASTS_MS = 120_000;

/**
 * Everything that talks to the server. Made when a session is there or near: the login page's first paint does not need
 * it. A stored session that is damaged is ended here, before anything relies on it.
 *
 * @throws SyntaxError or ZodError when the runtime settings are broken
 */
export function createServices({
  browser,
  settings: settingsText,
  cookies,
  clock,
  entrance,
  notices,
}: ServicesConfig): Services {
  // Zod's compiled parsers need `eval`, which the page's content security policy forbids.
  z.config({ jitless: true });
  const settings = readRuntimeSettings(settingsText);
  const secure = browser.location.protocol === 'https:';
  const session = createSessionStore({ cookies, storage: browser.localStorage, secure, events: browser });
  const onSessionEnded = (text: string) => notices.show({ kind: 'error', text, lastsMs: ERROR_LASTS_MS });
  const clientConfig: HttpClientConfig = {
    fetch: (input, init) => browser.fetch(input, init),
    settings,
    session,
    getLanguage: () => browser.document.documentElement.lang,
    getClientAddress: () => textOrEmpty(Reflect.get(browser, settings.clientAddressGlobal)),
    onSessionEnded,
  };
  const httpClient = createHttpClient(clientConfig);
  const authProvider = createAuthProvider({ apiBase: settings.apiBase, session, onSessionEnded }, httpClient, clock);

  session.subscribe(entrance.refresh);
  const problem = sessionProblem(session);
  if (problem) {
    session.clear();
    notices.show({ kind: 'error', text: problem.messageKey });
  }
  return {
    settings,
    session,
    httpClient,
    download: createDownloadClient(clientConfig),
    upload: createHttpClient({ ...clientConfig, timeoutMs: UPLOAD_LASTS_MS }),
    api: createApi(settings.apiBase, httpClient),
    authProvider,
    signIn: (credentials) => refusing(authProvider.login(credentials)),
    enrolmentCalls: createEnrolmentCalls(settings.apiBase, httpClient),
    preferences: createPreferenceStore({ storage: browser.localStorage, events: browser }),
    clock,
  };
}

/** The global belongs to a script that is not ours: it may hold anything. */
function textOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
