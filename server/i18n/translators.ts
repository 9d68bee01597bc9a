import type { FastifyRequest } from 'fastify';
import { detectLanguage, type Language } from '@merchant-console/declaration/languages';
import { createTranslator, type Messages, type Translate } from '@merchant-console/declaration';

/** The part of a request that its language is read from. */
export type WithLanguage = Pick<FastifyRequest, 'headers'>;

/** The language of a request, from its headers. */
export function languageOf({ headers }: WithLanguage): Language {
  return detectLanguage({ browserLanguages: (headers['accept-language'] ?? '').split(',') });
}

const TRANSLATORS = new WeakMap<Record<Language, Messages>, Record<Language, Translate>>();

/**
 * Creates the translators of `messages` once, because each flattens thousands of texts.
 * @param messages must never change
 */
export function translatorsOf(messages: Record<Language, Messages>): Record<Language, Translate> {
  const known = TRANSLATORS.get(messages);
  if (known) return known;
  const translatorOf = (language: Language) => createTranslator(messages[language], language);
  const made = { en: translatorOf('en'), zh: translatorOf('zh'), es: translatorOf('es'), ja: translatorOf('ja') };
  TRANSLATORS.set(messages, made);
  return made;
}
