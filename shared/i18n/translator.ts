import Polyglot from 'node-polyglot';
import type { Language } from './languages.ts';

/** Texts by key, nested by the parts of the key. */
export interface Messages {
  [key: string]: Messages | string | undefined;
}

/** Values for the placeholders of a text. */
export interface TranslateOptions {
  /** Chooses the plural form. */
  smart_count?: number;
  /** Text to use when the key is missing. */
  _?: string;
  [placeholder: string]: string | number | undefined;
}

/** The text under `key`; for a missing key `options._`, or else the key itself. */
export type Translate = (key: string, options?: TranslateOptions) => string;

/**
 * A translator over texts that are already loaded, without react-admin: for the server's messages and for what the
 * console shows before sign-in. Outside production a missing key is reported on the console.
 */
export function createTranslator(messages: Messages, language: Language): Translate {
  const polyglot = new Polyglot({ phrases: messages, locale: language, allowMissing: false });
  return (key, options) => polyglot.t(key, options);
}
