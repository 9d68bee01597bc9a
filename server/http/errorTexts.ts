import { resourceName } from '#shared/format/resourceName.ts';
import type { Language } from '@merchant-console/declaration/languages';
import { humanise, type Label, resolveLabel, type Translate } from '@merchant-console/declaration';
import { languageOf, type WithLanguage } from '../i18n/translators.ts';

const PERMISSION = /\w+\.\w+/g;

type Args = Record<string, string | number> | undefined;

/** Returns the translator of error messages for the language of a request. */
export type TranslateError = (request: WithLanguage) => (id: string, args?: Args, label?: Label) => string;

/** @param translators by language; only `errors.*` and the names of permissions are used */
export function createErrorTexts(translators: Record<Language, Translate>): TranslateError {
  return (request) => {
    const language = languageOf(request);
    const translate = translators[language];
    return (id, args, label) =>
      label === undefined
        ? translate(`errors.${id}`, args && named(args, translate))
        : resolveLabel(label, language, translate);
  };
}

/** Replaces permission keys among the arguments with their translated names. */
function named(args: NonNullable<Args>, translate: Translate): NonNullable<Args> {
  const { permissions } = args;
  if (typeof permissions !== 'string') return args;
  return { ...args, permissions: permissions.replace(PERMISSION, (key) => permissionName(key, translate)) };
}

/** Name of a permission outside its menu: `roles.edit` → “Roles: Edit”. */
function permissionName(key: string, translate: Translate): string {
  const dot = key.indexOf('.');
  const [resource, operation] = [key.slice(0, dot), key.slice(dot + 1)];
  const action = translate(`resources.${resource}.actions.${operation}`, { _: humanise(operation) });
  const general = translate(`rolePermissions.operations.${operation}`, { _: action });
  const own = translate(`rolePermissions.keys.${key}`, { _: general });
  return `${resourceName(resource, translate)}: ${own}`;
}
