import '#console/api/zodConfig.ts';
import type { Clock } from '#shared/clock.ts';
import { enterTestMode, leaveTestMode } from '#shared/contract/calls.ts';
import { CONSOLE_ENVELOPE, toEnvelope } from '@merchant-console/protocol';
import { userInfoSchema, type LoginData } from '#shared/contract/session.ts';
import { formatInZone } from '@merchant-console/declaration';
import {
  ApiError,
  sessionProblem,
  createAuthProvider,
  createDownloadClient,
  createHttpClient,
  type HttpClientConfig,
  type Cookies,
} from '@merchant-console/ra-provider';
import { confirmingSession, createConfirmations } from '#console/api/confirmations.ts';
import { createConnection, serverProbe, serviceProbe, type Connection } from '#console/api/connection.ts';
import { createApi } from '#console/api/createApi.ts';
import { createMenuVersion } from '#console/api/menuVersion.ts';
import { sealingPasswords } from '#console/api/sealingPasswords.ts';
import { readUsualSettings, type UsualSettings } from '#console/api/usualSettings.ts';
import { createServerClock } from '#console/api/serverClock.ts';
import { createSessionFetch } from '#console/api/sessionFetch.ts';
import { createConsoleSession, type SessionStore } from '#console/api/sessionStore.ts';
import type { OtherBackEnd } from '#console/api/otherBackEnd/otherBackEnd.ts';
import type { Entrance } from '#console/entry/entrance.ts';
import type { NoticeBoard } from '#console/entry/login/Notice.tsx';
import { createEnrolmentCalls, type EnrolmentCalls } from '#console/entry/login/enrolmentCalls.ts';
import { explainLoad } from '#console/entry/login/explainLoad.ts';
import type { Credentials } from '#console/entry/login/SignInForm.tsx';
import { FormRefusal, reloadRefusal } from '#console/entry/login/FormRefusal.ts';
import { refusing } from '#console/entry/login/refusing.ts';
import { createDeclarationSource, LONGEST_WAIT } from '#console/api/declarationFiles.ts';
import { createDraftStore } from '@merchant-console/ra-declared';
import { type DraftStore, savesData } from '@merchant-console/ra-declared/internal';
import { preferencesIn } from '#console/app/preferencesIn.ts';
import type { Admin, AppAuthProvider } from './providers.ts';
import { createSessionEnds, sessionOfPage } from './sessionEnds.ts';
import { createSessionProviders } from './sessionProviders.ts';

/** The connection of this page to the server. */
export interface Backend {
  settings: Pick<UsualSettings, 'productTitle' | 'logo'>;
  session: SessionStore;
  connection: Connection;
  /** Unsaved form input, for when the session ends while the user is typing. */
  drafts: DraftStore;
  /** @throws {FormRefusal} if the sign-in fails. A problem of the browser's storage is found before the call. */
  signIn(credentials: Credentials): Promise<void>;
  enrolmentCalls: EnrolmentCalls;
  /** Creates the providers of one session, whose data don't outlive it. */
  createProviders(this: void): Admin;
}

interface BackendConfig {
  browser: Window;
  /** The settings block in index.html. */
  settings: string;
  /** Absent for this project's server, and a back end with the same calls. */
  otherBackEnd?: OtherBackEnd | undefined;
  cookies: Cookies;
  /** The computer's clock. */
  clock: Clock;
  entrance: Entrance;
  notices: NoticeBoard;
}

/** 10 MB at 100 KB/s, with some margin. */
const UPLOAD_LASTS_MS = 120_000;

/**
 * Creates everything that talks to the server. Only done once there is or will be a session, because the login page's
 * first paint doesn't need it. Ends a damaged stored session before anything relies on it.
 *
 * @throws {Error} for settings that need `loadOtherBackEnd`, without its result
 */
export function createBackend({
  browser,
  settings: settingsText,
  otherBackEnd,
  cookies,
  clock: ownClock,
  entrance,
  notices,
}: BackendConfig): Backend {
  const settings = otherBackEnd?.settings ?? readUsualSettings(settingsText);
  if (!settings) throw new Error(settingsText);
  const envelope = otherBackEnd ? toEnvelope(otherBackEnd.settings.envelope) : CONSOLE_ENVELOPE;
  const secure = browser.location.protocol === 'https:';
  const storage = browser.localStorage;
  const session = createConsoleSession({ cookies, storage, secure, events: browser });
  const fetch = (input: RequestInfo | URL, init?: RequestInit) => browser.fetch(input, init);
  const apiOrigin = new URL(settings.apiBase, browser.location.href).origin;
  const clock = createServerClock(ownClock);
  const connection = createConnection({
    browser,
    clock,
    probe: serverProbe(fetch, apiOrigin),
    probeService: serviceProbe(fetch, apiOrigin),
  });
  /** True while the session switches sides. Until the new token arrives, the server may reject other calls' old token. */
  let isSwitching = false;
  const onSessionEnded = (text: string) => {
    if (!isSwitching) ends.endedByServer(text);
  };
  const menuVersion = createMenuVersion();
  const headers = {
    getLanguage: () => browser.document.documentElement.lang,
    getClientAddress: () => textOrEmpty(Reflect.get(browser, settings.clientAddressGlobal)),
  };
  const clientConfig: HttpClientConfig = {
    fetch: connection.watching(fetch),
    settings,
    session: sessionOfPage({ ...session, clear: () => !isSwitching && session.clear() }, entrance),
    ...headers,
    onAnswer(answer) {
      menuVersion.note(answer);
      clock.note(answer);
    },
    onSessionEnded,
    envelope,
  };
  const confirmations = createConfirmations();
  const ownClient = confirmingSession(sealingPasswords(createHttpClient(clientConfig), settings), confirmations);
  const httpClient = otherBackEnd
    ? otherBackEnd.adapt(ownClient, {
        session,
        browser,
        onSessionEnded,
        getDeclaration: (...request) => declarations(...request),
      })
    : ownClient;
  /** Offers to make room in the storage, and to do `next` then. */
  const storageFull = (next: () => void | Promise<void>) => {
    const run = () => {
      storage.clear();
      return next();
    };
    return new FormRefusal('login.storage_full', {}, {}, { remedy: { label: 'login.clear_storage', run } });
  };
  /** Keeps the data of a sign-in that a full storage rejects, because its authenticator code is used up. */
  const save = (data: LoginData) => {
    try {
      session.save(data);
    } catch {
      throw storageFull(() => session.save(data));
    }
  };
  const authProvider = createAuthProvider(
    {
      apiBase: settings.apiBase,
      session: { ...session, save },
      // Loose for what `otherBackEnd` adds.
      userSchema: userInfoSchema.loose(),
      onSignedIn: menuVersion.noteMenu,
      onSessionEnded,
    },
    httpClient,
  );

  // The token is only sent to the host of the API. Another host of the console's files has no use for it.
  const isApiHost = apiOrigin === new URL(browser.location.href).origin;
  const declarations = createDeclarationSource(isApiHost ? createSessionFetch(clientConfig) : fetch, '/');
  // Before the listener below, which renders the first page: it then finds its declaration on the way.
  let lastToken: string | null = null;
  let prefetching = Promise.resolve();
  const prefetchDeclarations = () => {
    const token = session.getToken();
    if (token !== null && token !== lastToken && !savesData()) prefetching = declarations.prefetch();
    lastToken = token;
  };
  session.subscribe(prefetchDeclarations);
  prefetchDeclarations();
  let isSigningIn = false;
  session.subscribe((madeIn) => {
    if (madeIn !== 'here') entrance.look();
    else if (!isSigningIn) entrance.refresh();
  });
  const problem = sessionProblem(session);
  if (problem) {
    session.clear();
    notices.show({ kind: 'error', text: problem.messageKey });
  }
  // The first formatter loads the browser's time zone data, which takes as long as rendering a list. Done here, while
  // the user is still typing.
  formatInZone(ownClock.now(), 'UTC');
  const upload = sealingPasswords(createHttpClient({ ...clientConfig, timeoutMs: UPLOAD_LASTS_MS }), settings);
  const api = createApi(settings.apiBase, httpClient, upload);
  const drafts = createDraftStore();
  const ends = createSessionEnds({
    // Idle time is measured by the computer's clock, which all tabs share.
    settings,
    storage,
    events: browser,
    clock: ownClock,
    api,
    authProvider,
    drafts,
    entrance,
    notices,
  });
  async function signIn(credentials: Credentials): Promise<void> {
    const missing = session.findProblem();
    if (missing === 'cookies') throw reloadRefusal('login.cookies_blocked', browser.location);
    if (missing === 'storage') throw storageFull(() => signIn(credentials));
    ends.noteActivity();
    isSigningIn = true;
    try {
      await explainLoad(refusing(authProvider.login(credentials)), browser);
      // While the console renders, no answer is handled. With its declaration, the first list requests its rows before.
      await Promise.race([prefetching, new Promise((resolve) => browser.setTimeout(resolve, LONGEST_WAIT))]);
    } finally {
      isSigningIn = false;
      entrance.refresh();
    }
  }
  async function switchSide(to: 'live' | 'test', address: string): Promise<void> {
    if (isSwitching) return;
    // The old token ends with the call, so the new one must find its place.
    if (session.findProblem() !== null) throw ApiError.unstored();
    isSwitching = true;
    try {
      const answer = await api(to === 'test' ? enterTestMode : leaveTestMode);
      // Those that another tab's switch has left on either side stay.
      drafts.abandon();
      browser.history.replaceState(null, '', address);
      menuVersion.noteMenu();
      session.save(answer);
    } finally {
      isSwitching = false;
    }
  }
  const appAuthProvider: AppAuthProvider = {
    ...authProvider,
    async checkAuth(params) {
      // The token may have disappeared without an event.
      if (session.getToken() === null) entrance.look();
      await authProvider.checkAuth(params);
    },
    // The HTTP client has already ended such a session. If react-admin knew, the failed call would succeed without
    // data: a form would be shown as saved, a payment as made.
    checkError: async () => {},
    logout: ends.logout,
    switchSide,
    session: { ...session, menuVersion },
    confirmations,
    createIdleMonitor: ends.createIdleMonitor,
  };

  const live = { ...headers, settings, api, connection, apiBase: settings.apiBase, getToken: session.getToken, fetch };
  const parts = {
    settings,
    envelope,
    lacks: otherBackEnd?.lacks,
    authProvider: appAuthProvider,
    api,
    httpClient,
    upload,
    declarations,
    live,
  };
  const withPreferences = preferencesIn(storage, browser);
  const createProviders = () => {
    const admin = createSessionProviders({ ...parts, withPreferences, download: createDownloadClient(clientConfig) });
    return otherBackEnd ? { ...admin, dataProvider: otherBackEnd.restrict(admin.dataProvider) } : admin;
  };

  const enrolmentCalls = createEnrolmentCalls(settings.apiBase, httpClient);
  return {
    settings,
    session,
    connection,
    drafts,
    signIn,
    enrolmentCalls: {
      ...enrolmentCalls,
      async complete(body) {
        const done = await enrolmentCalls.complete(body);
        // The browser's previous user isn't the one who was invited.
        session.clear();
        return done;
      },
    },
    createProviders,
  };
}

/**
 * Loads the adaptation to another back end, unless the settings are those of this project's server.
 * @throws {SyntaxError | ZodError} if they are invalid: no console is better than one that calls the wrong server
 */
export async function loadOtherBackEnd(settings: string): Promise<OtherBackEnd | undefined> {
  if (readUsualSettings(settings)) return undefined;
  return (await import('#console/api/otherBackEnd/otherBackEnd.ts')).readOtherBackEnd(settings);
}

/** The global belongs to an external script, so it may hold anything. */
export function textOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
