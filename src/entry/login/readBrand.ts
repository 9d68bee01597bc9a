import { LANGUAGES } from '@merchant-console/declaration/languages';
import { jsonOf } from '@merchant-console/protocol/jsonOf';
import type { Label } from '@merchant-console/declaration';
import { AUTHENTICATOR_USES, type AuthenticatorUse, RUNTIME_DEFAULTS } from '#shared/contract/runtimeDefaults.ts';

/** The runtime settings that the login page shows. */
export interface Brand {
  productTitle: string;
  /** URL of an image. */
  logo: string;
  /** True if channels may lead to the sandbox outside a demo. */
  sandbox?: boolean;
  authenticator?: AuthenticatorUse;
  /** Text beside the form; '' for none. Null for the console's own. */
  tagline?: Label | null;
}

/**
 * Reads the login page's settings from the settings block in index.html, before the schema that validates the whole
 * block is loaded. Values of other types are replaced by the defaults.
 */
export function readBrand(settings: string): Brand {
  const given = parsed(settings);
  const text = (name: 'productTitle' | 'logo') => {
    const value: unknown = Reflect.get(given, name);
    return typeof value === 'string' ? value : RUNTIME_DEFAULTS[name];
  };
  const authenticator: unknown = Reflect.get(given, 'authenticator');
  return {
    productTitle: text('productTitle'),
    logo: text('logo'),
    sandbox: Reflect.get(given, 'sandbox') === true,
    authenticator: AUTHENTICATOR_USES.find((use) => use === authenticator) ?? 'required',
    // The console's own words are about payments, which other back ends may know nothing of.
    tagline: labelIn(Reflect.get(given, 'tagline')) ?? (Reflect.has(given, 'signIn') ? '' : null),
  };
}

/** Without `labelSchema`, for which the login page would have to load zod. */
function labelIn(value: unknown): Label | null {
  if (typeof value === 'string' && value !== '') return value;
  if (typeof value !== 'object' || value === null) return null;
  const words = Object.fromEntries(
    LANGUAGES.flatMap((language) => {
      const text: unknown = Reflect.get(value, language);
      return typeof text === 'string' ? [[language, text]] : [];
    }),
  );
  return Object.keys(words).length > 0 ? words : null;
}

function parsed(json: string): object {
  const value = jsonOf(json);
  return typeof value === 'object' && value !== null ? value : {};
}
