import type { FastifyRequest } from 'fastify';
import { detectLanguage, type Language } from '#shared/i18n/languages.ts';
import { createTranslator, type Messages, type Translate } from '#shared/i18n/translator.ts';

/** Gives the translator into the language that a request asks for. */
export type TranslatorOf = (request: FastifyRequest) => Translate;

/** @param messages the product's texts of each language */
export function createTranslators(messages: Record<Language, Messages>): TranslatorOf {
  return translatorOfRequest(translatorsOf(messages));
}

/** @param translators into each language */
export function translatorOfRequest(translators: Record<Language, Translate>): TranslatorOf {
  return (request) => translators[languageOf(request)];
}

/** The language that a request asks for. */
export function languageOf({ headers }: FastifyRequest): Language {
  return detectLanguage({ browserLanguages: (headers['accept-language'] ?? '').split(',') });
}

const TRANSLATORS = new WeakMap<Record<Language, Messages>, Record<Language, Translate>>();

/**
 * Makes the translators of the same messages once, because each of them flattens thousands of texts.
 * @param messages as above, which never change
 */
export function translatorsOf(messages: Record<Language, Messages>): Record<Language, Translate> {
  const known = TRANSLATORS.get(messages);
  if (known) return known;
  const translatorOf = (language: Language) => createTranslator(messages[language], language);
  const made = { en: translatorOf('en'), zh: translatorOf('zh'), es: translatorOf('es'), ja: translatorOf('ja') };
  TRANSLATORS.set(messages, made);
  return made;
}
