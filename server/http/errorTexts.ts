import type { FastifyRequest } from 'fastify';
import { detectLanguage, type Language } from '#shared/i18n/languages.ts';
import { createTranslator, type Messages, type Translate } from '#shared/i18n/translator.ts';

type Args = Record<string, string | number> | undefined;

/** Gives the translator into the language that a request asks for. */
export type TranslatorOf = (request: FastifyRequest) => Translate;

/** Gives the translator of error messages for the language that a request asks for. */
export type TranslateError = (request: FastifyRequest) => (id: string, args?: Args) => string;

/** @param messages the product's texts of each language */
export function createTranslators(messages: Record<Language, Messages>): TranslatorOf {
  const translators = translatorsOf(messages);
  return (request) => {
    const browserLanguages = (request.headers['accept-language'] ?? '').split(',');
    return translators[detectLanguage({ browserLanguages })];
  };
}

/** @param messages as above */
export function translatorsOf(messages: Record<Language, Messages>): Record<Language, Translate> {
  const translatorOf = (language: Language) => createTranslator(messages[language], language);
  return { en: translatorOf('en'), zh: translatorOf('zh'), es: translatorOf('es'), ja: translatorOf('ja') };
}

/** @param messages as above; only `errors.*` is used */
export function createErrorTexts(messages: Record<Language, Messages>): TranslateError {
  const translatorOf = createTranslators(messages);
  return (request) => {
    const translate = translatorOf(request);
    return (id, args) => translate(`errors.${id}`, args);
  };
}
