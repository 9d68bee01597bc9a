import type { Messages, Translate } from '#shared/i18n/translator.ts';

/**
 * Translation without plural forms, which the login page has none of: a tenth of a kilobyte in place of eight.
 * Otherwise like the console's own: `a.b` names a text, `%{name}` takes a value, `_` stands in for a missing text.
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
