import Cookies from 'js-cookie';
import { createRoot } from 'react-dom/client';
import { detectLanguage, type Language } from '#shared/i18n/languages.ts';
import { readToken } from './api/readToken.ts';
import { handOverAuthCode } from './authRedirect.ts';
import { createEntrance } from './entrance.ts';
import { Gate, type OpenedConsole } from './Gate.tsx';
import { loadOnce } from './loadOnce.ts';
import { createNoticeBoard } from './noticeBoard.ts';
import { rememberedScheme } from './layout/settings/rememberedScheme.ts';
import { showColorScheme } from './layout/settings/showColorScheme.ts';
import type { EnrolmentCalls } from './pages/login/enrolmentCalls.ts';
import { loadLoginTexts } from './i18n/loadLoginTexts.ts';
import { readBrand } from './readBrand.ts';
import { showStartFailure } from './showStartFailure.ts';

const LANGUAGE_COOKIE = 'language';

const page = document.documentElement;
const settings = document.getElementById('runtime-settings')?.textContent ?? '{}';
const entrance = createEntrance({ browser: window, getToken: () => readToken(Cookies) });
const notices = createNoticeBoard();

/** Only from here on is there code that talks to the server: the login page must not wait for it. */
const loadServices = loadOnce(async () => {
  const { createServices } = await import('./services.ts');
  const clock = { now: () => new Date() };
  const isProduction = import.meta.env.PROD;
  return createServices({ browser: window, settings, cookies: Cookies, clock, entrance, notices, isProduction });
});

async function openConsole(language: Language): Promise<OpenedConsole> {
  const [{ App }, services, messages] = await Promise.all([
    import('./App.tsx'),
    loadServices(),
    import('./i18n/loadMessages.ts').then(({ loadFirstMessages }) => loadFirstMessages(language)),
  ]);
  return { App, services, language, messages };
}

const enrolmentCalls: EnrolmentCalls = {
  check: async (token) => (await loadServices()).enrolmentCalls.check(token),
  async complete(body) {
    const { enrolmentCalls: calls, session } = await loadServices();
    const done = await calls.complete(body);
    // Whoever used this browser before is not the one who was invited.
    session.clear();
    return done;
  },
};

function rememberLanguage(language: Language): void {
  const secure = window.location.protocol === 'https:';
  Cookies.set(LANGUAGE_COOKIE, language, { path: '/', sameSite: 'strict', secure });
  page.lang = language;
}

async function start(root: HTMLElement): Promise<void> {
  showColorScheme(rememberedScheme(localStorage));
  const firstLanguage = detectLanguage({
    cookie: Cookies.get(LANGUAGE_COOKIE),
    browserLanguages: navigator.languages,
  });
  page.lang = firstLanguage;
  const [firstTexts, firstConsole] = await Promise.all([
    loadLoginTexts(firstLanguage),
    entrance.getScreen().name === 'console' ? openConsole(firstLanguage) : null,
  ]);
  createRoot(root).render(
    <Gate
      brand={readBrand(settings)}
      loadTexts={loadLoginTexts}
      {...{ entrance, notices, enrolmentCalls, firstLanguage, firstTexts, rememberLanguage, openConsole, firstConsole }}
    />,
  );
}

const root = document.getElementById('root');
if (entrance.getScreen().name === 'blank') handOverAuthCode(window);
else if (root) start(root).catch((error: unknown) => showStartFailure(root, page.lang, error));
