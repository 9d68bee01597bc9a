import Polyglot from 'node-polyglot';
import type { Language } from '../languages.ts';

/** Texts by key, nested by the parts of the key. */
export interface Messages {
  [key: string]: Messages | string | undefined;
}

/** Values for the placeholders of a text. */
export interface TranslateOptions {
  /** Chooses the plural form. */
  smart_count?: number;
  /** Text to use if the key is missing. */
  _?: string;
  [placeholder: string]: string | number | undefined;
}

/** The text for `key`. If it is missing, `options._`, otherwise the key itself. */
export type Translate = (key: string, options?: TranslateOptions) => string;

/**
 * A translator for loaded texts without react-admin, used for the server's messages and for the console before sign-in.
 * Outside production, it reports missing keys on the console.
 */
export function createTranslator(messages: Messages, language: Language): Translate {
  const polyglot = new Polyglot({ phrases: messages, locale: language, allowMissing: false });
  return withCommonFieldTexts((key, options) => polyglot.t(key, options));
}

/** `translate`, with the text of all fields of the same name where a resource has no text of its own for a field. */
export function withCommonFieldTexts(translate: Translate): Translate {
  return (key, options) => {
    const source = FIELD_OF_RESOURCE.exec(key)?.[1];
    if (source === undefined) return translate(key, options);
    const common = translate(`fields.${source}`, { _: key, ...options });
    return translate(key, { ...options, _: common });
  };
}

/** The key that react-admin gives to a field's label. */
const FIELD_OF_RESOURCE = /^resources\.[^.]+\.fields\.(.+)$/;
