import {
  Suspense,
  lazy,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ComponentType,
} from 'react';
import type { TranslationMessages } from 'react-admin';
import type { Language } from '@merchant-console/declaration/languages';
import type { Messages, Translate } from '@merchant-console/declaration';
import type { Backend } from '#console/app/backend.ts';
import type { SignedInConsoleProps } from '#console/app/SignedInConsole.tsx';
import type { Brand } from './login/readBrand.ts';
import type { Entrance } from './entrance.ts';
import { LoginNotice, noticeOf, type NoticeBoard } from './login/Notice.tsx';
import type { EnrolmentCalls } from './login/enrolmentCalls.ts';
import { explainLoad } from './login/explainLoad.ts';
import { LoginPage, plainTranslate } from './login/LoginPage.tsx';
import { SignInForm, type Credentials } from './login/SignInForm.tsx';

/** Everything that a signed-in user needs, loaded once there is or will be a session. */
export interface OpenedConsole {
  Console: ComponentType<SignedInConsoleProps>;
  backend: Backend;
  language: Language;
  /** The console's texts, in `language`. */
  messages: TranslationMessages;
}

interface GateProps {
  brand: Brand;
  entrance: Entrance;
  notices: NoticeBoard;
  enrolmentCalls: EnrolmentCalls;
  firstLanguage: Language;
  /** The login page's texts, in `firstLanguage`. */
  firstTexts: Messages;
  loadTexts: (language: Language) => Promise<Messages>;
  rememberLanguage: (language: Language) => void;
  /** Loads the console's own code. May be called again after a failure. */
  openConsole: (language: Language) => Promise<OpenedConsole>;
  /** Already loaded if the user is signed in at the start, otherwise null. */
  firstConsole: OpenedConsole | null;
}

const EnrolmentView = lazy(async () => {
  try {
    const { EnrolmentView: Loaded } = await explainLoad(import('./login/EnrolmentView.tsx'), window);
    return { default: Loaded };
  } catch (error) {
    const notice = noticeOf(error);
    const Failed = ({ translate }: { translate: Translate }) => (
      <LoginNotice content={{ ...notice, text: translate(notice.text) }} translate={translate} />
    );
    return { default: Failed };
  }
});

/** Shows the login page or the console, depending on the session. Discards the console with its session. */
export function Gate(props: GateProps) {
  const { authenticator = 'required', ...brand } = props.brand;
  const { entrance, notices, enrolmentCalls, openConsole, loadTexts, rememberLanguage } = props;
  const screen = useSyncExternalStore(entrance.subscribe, entrance.getScreen);
  const notice = useSyncExternalStore(notices.subscribe, notices.get);
  const [{ language, texts }, setLanguage] = useState({ language: props.firstLanguage, texts: props.firstTexts });
  /** Of two concurrent changes the later one wins, whichever loads faster. */
  const wanted = useRef(language);
  const [opened, setOpened] = useState(props.firstConsole);
  const translate = plainTranslate(texts);

  const open = useCallback(async () => {
    const fetched = await openConsole(language);
    setOpened(fetched);
    return fetched;
  }, [openConsole, language]);

  const isMissing = screen.name === 'console' && opened === null;
  useEffect(() => {
    // Signed in in another tab of the browser.
    if (isMissing) open().catch((error: unknown) => notices.show(noticeOf(error)));
  }, [isMissing, open, notices]);

  async function changeLanguage(chosen: Language): Promise<void> {
    wanted.current = chosen;
    const loaded = await loadTexts(chosen);
    if (wanted.current !== chosen) return;
    setLanguage({ language: chosen, texts: loaded });
    rememberLanguage(chosen);
  }

  /** Loads the code first, because a sign-in uses up its authenticator code, so nothing may fail after it. */
  async function signIn(credentials: Credentials): Promise<void> {
    notices.clear();
    const { backend } = await open();
    await backend.signIn(credentials);
  }

  function finishEnrolment(): void {
    entrance.go('/login');
    notices.show({ kind: 'success', text: 'enrolment.done' });
  }

  if (screen.name === 'blank') return null;
  if (screen.name === 'console' && opened) {
    const { Console, backend, messages } = opened;
    const onLanguageChange = (chosen: Language) => {
      rememberLanguage(chosen);
      // The console has its own texts by now, so the login page's texts may fail to load.
      changeLanguage(chosen).catch(console.error);
    };
    return (
      <Console
        token={screen.token}
        backend={backend}
        language={language}
        onLanguageChange={onLanguageChange}
        firstLanguage={opened.language}
        firstMessages={messages}
      />
    );
  }
  return (
    <LoginPage
      title={translate(screen.name === 'enrolment' ? 'enrolment.title' : 'login.title')}
      {...brand}
      language={language}
      changeLanguage={(chosen) => void changeLanguage(chosen).catch((error: unknown) => notices.show(noticeOf(error)))}
      notice={notice && { ...notice, text: translate(notice.text, { _: notice.text }) }}
      closeNotice={notices.clear}
      translate={translate}
    >
      {screen.name === 'enrolment' ? (
        <Suspense fallback={<p role="status">{translate('enrolment.checking')}</p>}>
          <EnrolmentView
            key={screen.token}
            token={screen.token}
            calls={enrolmentCalls}
            onDone={finishEnrolment}
            translate={translate}
          />
        </Suspense>
      ) : (
        <SignInForm
          signIn={signIn}
          authenticator={authenticator}
          onTyping={() => void open().catch(() => {})}
          translate={translate}
        />
      )}
    </LoginPage>
  );
}
