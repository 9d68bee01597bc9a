import './login.css';
import { useEffect, type ReactNode } from 'react';
import { isLanguage, LANGUAGE_NAMES, LANGUAGES, type Language, textIn } from '@merchant-console/declaration/languages';
import type { Label, Translate, Messages } from '@merchant-console/declaration';
import { LoginNotice, type NoticeContent } from './Notice.tsx';

interface LoginPageProps {
  title: string;
  productTitle: string;
  /** URL of an image. */
  logo: string;
  sandbox?: boolean;
  /** Text beside the form; '' for none. Null for the console's own. */
  tagline?: Label | null;
  language: Language;
  changeLanguage: (language: Language) => void;
  /** Notice about why the user is here, or null. */
  notice: NoticeContent | null;
  closeNotice: () => void;
  translate: Translate;
  /** The form. */
  children: ReactNode;
}

/** Page for users without a session. Plain React and CSS, because it must not wait for the console's own code. */
export function LoginPage({
  title,
  productTitle,
  logo,
  sandbox = false,
  tagline = null,
  notice,
  translate,
  children,
  ...props
}: LoginPageProps) {
  const words = tagline ?? 'login.tagline';
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
        {words !== '' && (
          <p className="login-tagline">
            {typeof words === 'string' ? translate(words, { _: words }) : textIn(words, props.language)}
          </p>
        )}
      </header>
      <main className="login-main">
        <LanguageSelect label={translate('login.language')} language={props.language} onChange={props.changeLanguage} />
        <div className="login-card">
          <h1>{title}</h1>
          {sandbox && (
            <LoginNotice content={{ kind: 'info', text: translate('login.sandbox') }} translate={translate} />
          )}
          {notice && <LoginNotice content={notice} onClose={props.closeNotice} translate={translate} />}
          {children}
        </div>
      </main>
    </div>
  );
}

interface LanguageSelectProps {
  label: string;
  language: Language;
  onChange: (language: Language) => void;
}

function LanguageSelect({ label, language, onChange }: LanguageSelectProps) {
  return (
    <select
      className="language"
      aria-label={label}
      value={language}
      onChange={({ target }) => {
        if (isLanguage(target.value)) onChange(target.value);
      }}
    >
      {LANGUAGES.map((code) => (
        <option key={code} value={code} lang={code}>
          {LANGUAGE_NAMES[code]}
        </option>
      ))}
    </select>
  );
}

/**
 * Translation without plural forms, which the login page doesn't need: 0.1 KB instead of 8. Otherwise like the
 * console's translator: `a.b` is a key, `%{name}` a placeholder, `_` the text for a missing key.
 */
export function plainTranslate(messages: Messages): Translate {
  return (key, options = {}) => {
    const text = key.split('.').reduce<Messages | string | undefined>(below, messages);
    const words = typeof text === 'string' ? text : (options._ ?? key);
    return words.replaceAll(/%\{(\w+)\}/g, (placeholder, name: string) => String(options[name] ?? placeholder));
  };
}

function below(messages: Messages | string | undefined, part: string): Messages | string | undefined {
  return typeof messages === 'object' && Object.hasOwn(messages, part) ? messages[part] : undefined;
}
