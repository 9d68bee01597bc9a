import type { FastifyRequest } from 'fastify';
import { detectLanguage, LANGUAGES, type Language } from '#shared/i18n/languages.ts';
import { createTranslator, type Messages, type Translate } from '#shared/i18n/translator.ts';

type Args = Record<string, string | number> | undefined;

/** Gives the translator of error messages for the language that a request asks for. */
export type TranslateError = (request: FastifyRequest) => (id: string, args?: Args) => string;

/** @param messages the product's texts of each language; only `errors.*` is used */
export function createErrorTexts(messages: Record<Language, Messages>): TranslateError {
  const translators = new Map<Language, Translate>(
    LANGUAGES.map((language) => [language, createTranslator(messages[language], language)]),
  );
  return (request) => {
    const browserLanguages = (request.headers['accept-language'] ?? '').split(',');
    const translate = translators.get(detectLanguage({ browserLanguages }));
    return (id, args) => translate?.(`errors.${id}`, args) ?? id;
  };
}
