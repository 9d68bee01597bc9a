import { useEffect, type ReactNode } from 'react';
import type { Language } from '#shared/i18n/languages.ts';
import type { Translate } from '#shared/i18n/translator.ts';
import { LanguageSelect } from './LanguageSelect.tsx';
import './login.css';
import { Notice, type NoticeContent } from './Notice.tsx';

export interface LoginPageProps {
  title: string;
  productTitle: string;
  /** Address of an image. */
  logo: string;
  sandbox?: boolean;
  language: Language;
  changeLanguage: (language: Language) => void;
  /** What brought the user here, if there is something to say about it. */
  notice: NoticeContent | null;
  closeNotice: () => void;
  translate: Translate;
  /** The form. */
  children: ReactNode;
}

/** What somebody without a session sees. Plain React and CSS: it must not wait for the console's own code. */
export function LoginPage({
  title,
  productTitle,
  logo,
  sandbox = false,
  notice,
  translate,
  children,
  ...props
}: LoginPageProps) {
  useEffect(() => {
    document.title = `${title} - ${productTitle}`;
  }, [title, productTitle]);

  return (
    <div className="login">
      <header className="login-brand">
        <div className="login-name">
          <img src={logo} alt="" width="40" height="40" />
          <span lang="zh">{productTitle}</span>
        </div>
        <p className="login-tagline">{translate('login.tagline')}</p>
      </header>
      <main className="login-main">
        <LanguageSelect label={translate('login.language')} language={props.language} onChange={props.changeLanguage} />
        <div className="login-card">
          <h1>{title}</h1>
          {sandbox && <Notice content={{ kind: 'info', text: translate('login.sandbox') }} translate={translate} />}
          {notice && <Notice content={notice} onClose={props.closeNotice} translate={translate} />}
          {children}
        </div>
      </main>
    </div>
  );
}
