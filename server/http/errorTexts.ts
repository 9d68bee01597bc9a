import type { Language } from '#shared/i18n/languages.ts';
import type { Translate } from '#shared/i18n/translator.ts';
import { permissionName } from '#shared/permissions/permissionName.ts';
import { languageOf, type WithLanguage } from '../i18n/translators.ts';

const PERMISSION = /\w+\.\w+/g;

type Args = Record<string, string | number> | undefined;

/** Returns the translator of error messages for the language of a request. */
export type TranslateError = (request: WithLanguage) => (id: string, args?: Args) => string;

/** @param translators by language; only `errors.*` and the names of permissions are used */
export function createErrorTexts(translators: Record<Language, Translate>): TranslateError {
  return (request) => {
    const translate = translators[languageOf(request)];
    return (id, args) => translate(`errors.${id}`, args && named(args, translate));
  };
}

/** Replaces permission keys among the arguments with their translated names. */
function named(args: NonNullable<Args>, translate: Translate): NonNullable<Args> {
  const { permissions } = args;
  if (typeof permissions !== 'string') return args;
  return { ...args, permissions: permissions.replace(PERMISSION, (key) => permissionName(key, translate)) };
}
