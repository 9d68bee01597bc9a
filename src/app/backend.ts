import '#console/api/zodConfig.ts';
import { enterTestMode, leaveTestMode } from '#shared/contract/calls.ts';
import { userInfoSchema, type LoginData } from '#shared/contract/session.ts';
import { formatInZone } from '@merchant-console/declaration';
import { ApiError, sessionProblem, createAuthProvider, type Cookies } from '@merchant-console/ra-provider';
import type { Connection } from '#console/api/connection.ts';
import { readUsualSettings, type UsualSettings } from '#console/api/usualSettings.ts';
import { createConsoleSession, type SessionStore } from '#console/api/sessionStore.ts';
import type { OtherBackEnd } from '#console/api/otherBackEnd/otherBackEnd.ts';
import type { NoticeBoard } from '#console/entry/login/Notice.tsx';
import { createEnrolmentCalls, type EnrolmentCalls } from '#console/entry/login/enrolmentCalls.ts';
import { explainLoad } from '#console/entry/login/explainLoad.ts';
import type { Credentials } from '#console/entry/login/SignInForm.tsx';
import { FormRefusal, reloadRefusal } from '#console/entry/login/FormRefusal.ts';
import { refusing } from '#console/entry/login/refusing.ts';
import type { DeclarationFilesSource } from '#console/api/declarationFiles.ts';
import { createDraftStore } from '@merchant-console/ra-declared';
import { type DraftStore, savesData } from '@merchant-console/ra-declared/internal';
import { preferencesIn } from '#console/app/preferencesIn.ts';
import { type ClientsConfig, createClients } from './clients.ts';
import type { Admin, AppAuthProvider } from './providers.ts';
import { createSessionEnds } from './sessionEnds.ts';
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

interface BackendConfig extends ClientsConfig {
  /** The settings block in index.html. */
  settings: string;
  cookies: Cookies;
  notices: NoticeBoard;
}

/** Longest time, in milliseconds, for which the console waits for prefetched declarations after a sign-in. */
const LONGEST_WAIT = 100;

/**
 * Creates everything that talks to the server. Only done once there is or will be a session, because the login page's
 * first paint doesn't need it. Ends a damaged stored session before anything relies on it.
 *
 * @throws {Error} for settings that need `loadOtherBackEnd`, without its result
 */
export function createBackend(config: BackendConfig): Backend {
  const { browser, settings: settingsText, otherBackEnd, cookies, clock, entrance, notices } = config;
  const settings = otherBackEnd?.settings ?? readUsualSettings(settingsText);
  if (!settings) throw new Error(settingsText);
  const storage = browser.localStorage;
  const secure = browser.location.protocol === 'https:';
  const session = createConsoleSession({ cookies, storage, secure, events: browser });
  const sides = createSideSwitch();
  const onSessionEnded = (text: string) => {
    if (!sides.isSwitching()) ends.endedByServer(text);
  };
  const mayEnd = () => !sides.isSwitching();
  const clients = createClients(config, { settings, session, mayEnd, onSessionEnded });
  const { api, httpClient, menuVersion, confirmations, declarations } = clients;
  const { save, storageFull } = savingSignIns(session, storage);
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
  // Before the listener below, which renders the first page: it then finds its declaration on the way.
  const prefetching = prefetchOnSignIn(session, declarations);
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
  formatInZone(clock.now(), 'UTC');
  const drafts = createDraftStore();
  // Idle time is measured by the computer's clock, which all tabs share.
  const ending = { settings, storage, events: browser, clock, api, authProvider, drafts, entrance, notices };
  const ends = createSessionEnds(ending);
  async function signIn(credentials: Credentials): Promise<void> {
    const missing = session.findProblem();
    if (missing === 'cookies') throw reloadRefusal('login.cookies_blocked', browser.location);
    if (missing === 'storage') throw storageFull(() => signIn(credentials));
    ends.noteActivity();
    isSigningIn = true;
    try {
      await explainLoad(refusing(authProvider.login(credentials)), browser);
      // While the console renders, no answer is handled. With its declaration, the first list requests its rows before.
      await Promise.race([prefetching(), new Promise((resolve) => browser.setTimeout(resolve, LONGEST_WAIT))]);
    } finally {
      isSigningIn = false;
      entrance.refresh();
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
    async switchSide(to, address) {
      await sides.switching(async () => {
        // The old token ends with the call, so the new one must find its place.
        if (session.findProblem() !== null) throw ApiError.unstored();
        const answer = await api(to === 'test' ? enterTestMode : leaveTestMode);
        // Those that another tab's switch has left on either side stay.
        drafts.abandon();
        browser.history.replaceState(null, '', address);
        menuVersion.noteMenu();
        session.save(answer);
      });
    },
    session: { ...session, menuVersion },
    confirmations,
    createIdleMonitor: ends.createIdleMonitor,
  };
  const withPreferences = preferencesIn(storage, browser);
  const sessionConfig = { ...clients, settings, authProvider: appAuthProvider, withPreferences };
  return {
    settings,
    session,
    connection: clients.connection,
    drafts,
    signIn,
    enrolmentCalls: enrolmentCallsOf(createEnrolmentCalls(settings.apiBase, httpClient), session),
    createProviders() {
      const admin = createSessionProviders(sessionConfig);
      return otherBackEnd ? { ...admin, dataProvider: otherBackEnd.restrict(admin.dataProvider) } : admin;
    },
  };
}

/** Runs one switch of sides at a time. Until its new token arrives, the server may reject other calls' old token. */
function createSideSwitch() {
  let isSwitching = false;
  return {
    isSwitching: () => isSwitching,
    async switching(work: () => Promise<void>): Promise<void> {
      if (isSwitching) return;
      isSwitching = true;
      try {
        await work();
      } finally {
        isSwitching = false;
      }
    },
  };
}

/** Stores sign-ins. If the storage is full, offers users to make room. */
function savingSignIns(session: SessionStore, storage: Storage) {
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
  return { save, storageFull };
}

/**
 * Prefetches the declarations for each new session.
 * @returns the prefetch of the latest session, which resolves also if it failed
 */
function prefetchOnSignIn(session: SessionStore, declarations: DeclarationFilesSource): () => Promise<void> {
  let lastToken: string | null = null;
  let prefetching = Promise.resolve();
  const prefetch = () => {
    const token = session.getToken();
    if (token !== null && token !== lastToken && !savesData()) prefetching = declarations.prefetch();
    lastToken = token;
  };
  session.subscribe(prefetch);
  prefetch();
  return () => prefetching;
}

function enrolmentCallsOf(calls: EnrolmentCalls, session: SessionStore): EnrolmentCalls {
  return {
    ...calls,
    async complete(body) {
      const done = await calls.complete(body);
      // The browser's previous user isn't the one who was invited.
      session.clear();
      return done;
    },
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
