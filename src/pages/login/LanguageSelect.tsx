import { isLanguage, LANGUAGE_NAMES, LANGUAGES, type Language } from '#shared/i18n/languages.ts';

interface LanguageSelectProps {
  label: string;
  language: Language;
  onChange: (language: Language) => void;
}

export function LanguageSelect({ label, language, onChange }: LanguageSelectProps) {
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
