import Cookies from 'js-cookie';
import { createRoot } from 'react-dom/client';
import { detectLanguage, type Language } from '@merchant-console/declaration/languages';
import { createNoticeBoard } from '#console/entry/login/Notice.tsx';
import { savesData } from '@merchant-console/ra-declared/savesData';
import { readToken } from '@merchant-console/ra-provider/token';
import type { Backend } from './app/backend.ts';
import { createEntrance } from './entry/entrance.ts';
import { Gate, type OpenedConsole } from './entry/Gate.tsx';
import { rememberedScheme, showColorScheme } from './shell/settings/rememberedScheme.ts';
import type { EnrolmentCalls } from './entry/login/enrolmentCalls.ts';
import { loadLoginTexts } from './i18n/loadLoginTexts.ts';
import { explainLoad } from './entry/login/explainLoad.ts';
import { reloadRefusal } from './entry/login/FormRefusal.ts';
import { readBrand } from './entry/login/readBrand.ts';

const LANGUAGE_COOKIE = 'language';

const page = document.documentElement;
const settings = document.getElementById('runtime-settings')?.textContent ?? '{}';
/** Matches settings without a sign-in. Within a text of the settings, the quotes would be escaped. */
const OPEN = /"signIn":\s*"none"/;
const entrance = createEntrance({ browser: window, getToken: () => readToken(Cookies) });
const notices = createNoticeBoard();

/** The browser's local storage, or null if the user has blocked it together with the cookies. */
function localStorageOf(browser: Window): Storage | null {
  try {
    return browser.localStorage;
  } catch {
    return null;
  }
}

let loadingBackend: Promise<Backend> | null = null;

/** The API code loads from here on only, so the login page doesn't wait for it. Loads it again after a failure. */
function loadBackend(): Promise<Backend> {
  loadingBackend ??= createBackend().catch((error: unknown) => {
    loadingBackend = null;
    throw error;
  });
  return loadingBackend;
}

async function createBackend(): Promise<Backend> {
  if (!localStorageOf(window)) throw reloadRefusal('login.cookies_blocked', window.location);
  const backend = await explainLoad(import('./app/backend.ts'), window);
  const otherBackEnd = await backend.loadOtherBackEnd(settings);
  const clock = { now: () => new Date() };
  return backend.createBackend({ browser: window, settings, otherBackEnd, cookies: Cookies, clock, entrance, notices });
}

async function openConsole(language: Language): Promise<OpenedConsole> {
  const [{ SignedInConsole: Console }, messages, backend] = await explainLoad(
    Promise.all([
      import('./app/SignedInConsole.tsx'),
      import('./i18n/loadMessages.ts').then(({ loadFirstMessages }) => loadFirstMessages(language)),
      loadBackend(),
    ]),
    window,
  );
  const opened = { Console, backend, language, messages };
  if (entrance.getScreen().name !== 'console' && !savesData()) void prerenderOnce(opened).catch(() => {});
  return opened;
}

let prerenderedIn: Language | null = null;

/** Prepares the first list while the user is typing. Again in another language, because the styles name its fonts. */
async function prerenderOnce(opened: OpenedConsole): Promise<void> {
  if (prerenderedIn === opened.language) return;
  prerenderedIn = opened.language;
  const { prerender } = await import('./app/prerender.tsx');
  prerender(opened);
}

const enrolmentCalls: EnrolmentCalls = {
  check: async (token) => (await loadBackend()).enrolmentCalls.check(token),
  complete: async (body) => (await loadBackend()).enrolmentCalls.complete(body),
};

function rememberLanguage(language: Language): void {
  const secure = window.location.protocol === 'https:';
  Cookies.set(LANGUAGE_COOKIE, language, { path: '/', sameSite: 'strict', secure });
  page.lang = language;
}

async function start(root: HTMLElement): Promise<void> {
  const storage = localStorageOf(window);
  showColorScheme(storage && rememberedScheme(storage));
  const firstLanguage = detectLanguage({
    cookie: Cookies.get(LANGUAGE_COOKIE),
    browserLanguages: navigator.languages,
  });
  page.lang = firstLanguage;
  if (OPEN.test(settings) && entrance.getScreen().name === 'signIn')
    await (await loadBackend()).signIn({ username: '', password: '' });
  const [firstTexts, firstConsole] = await Promise.all([
    loadLoginTexts(firstLanguage),
    entrance.getScreen().name === 'console' ? openConsole(firstLanguage) : null,
  ]);
  createRoot(root).render(
    <Gate
      brand={readBrand(settings)}
      loadTexts={(language) => explainLoad(loadLoginTexts(language), window)}
      entrance={entrance}
      notices={notices}
      enrolmentCalls={enrolmentCalls}
      firstLanguage={firstLanguage}
      firstTexts={firstTexts}
      rememberLanguage={rememberLanguage}
      openConsole={openConsole}
      firstConsole={firstConsole}
    />,
  );
}

/** Key under which the opening window finds the third party's response. */
const KEY = 'x-admin-oauth-code';

/** Ends a third-party sign-in: stores the response's query for the window that opened this one. */
function handOverAuthCode(popUp: Pick<Window, 'localStorage' | 'location' | 'close'>): void {
  popUp.localStorage.setItem(KEY, popUp.location.search.slice(1));
  popUp.close();
}

/** Built in, because the files with the texts may be what failed to load. */
const TEXTS: Record<string, { message: string; reload: string }> = {
  en: { message: 'The console couldn’t be loaded.', reload: 'Try again' },
  zh: { message: '系统未能加载。', reload: '重试' },
  es: { message: 'No se pudo cargar la consola.', reload: 'Reintentar' },
  ja: { message: 'コンソールを読み込めませんでした。', reload: '再試行' },
};

/** Shows, without React, that the console couldn't start. Logs `error` to the browser's console. */
function showStartFailure(root: HTMLElement, language: string, error: unknown): void {
  console.error(error);
  const { message, reload } = TEXTS[language] ?? { message: 'The console couldn’t be loaded.', reload: 'Try again' };
  const text = document.createElement('p');
  text.setAttribute('role', 'alert');
  text.textContent = message;
  const button = document.createElement('button');
  button.textContent = reload;
  button.addEventListener('click', () => window.location.reload());
  root.className = 'start-failure';
  root.replaceChildren(text, button);
}

const mount = document.getElementById('root');
if (entrance.getScreen().name === 'blank') handOverAuthCode(window);
else if (mount) start(mount).catch((error: unknown) => showStartFailure(mount, page.lang, error));
