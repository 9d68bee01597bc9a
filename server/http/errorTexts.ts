import type { FastifyRequest } from 'fastify';
import { detectLanguage, type Language } from '#shared/i18n/languages.ts';
import { permissionName } from '#shared/permissions/permissionName.ts';
import { createTranslator, type Messages, type Translate } from '#shared/i18n/translator.ts';

const PERMISSION = /\w+\.\w+/g;

type Args = Record<string, string | number> | undefined;

/** Gives the translator into the language that a request asks for. */
export type TranslatorOf = (request: FastifyRequest) => Translate;

/** Gives the translator of error messages for the language that a request asks for. */
export type TranslateError = (request: FastifyRequest) => (id: string, args?: Args) => string;

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

/** @param messages as above */
export function translatorsOf(messages: Record<Language, Messages>): Record<Language, Translate> {
  const translatorOf = (language: Language) => createTranslator(messages[language], language);
  return { en: translatorOf('en'), zh: translatorOf('zh'), es: translatorOf('es'), ja: translatorOf('ja') };
}

/** @param messages as above; besides `errors.*` only what permissions are called is used */
export function createErrorTexts(messages: Record<Language, Messages>): TranslateError {
  const translatorOf = createTranslators(messages);
  return (request) => {
    const translate = translatorOf(request);
    return (id, args) => translate(`errors.${id}`, args && named(args, translate));
  };
}

/** The same, with what people call the permissions that are among the values. */
function named(args: NonNullable<Args>, translate: Translate): NonNullable<Args> {
  const { permissions } = args;
  if (typeof permissions !== 'string') return args;
  return { ...args, permissions: permissions.replace(PERMISSION, (key) => permissionName(key, translate)) };
}
