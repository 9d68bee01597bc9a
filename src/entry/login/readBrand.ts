import { jsonOf } from '@merchant-console/protocol/jsonOf';
import { RUNTIME_DEFAULTS } from '#shared/contract/runtimeDefaults.ts';

/** The runtime settings that the login page shows. */
export interface Brand {
  productTitle: string;
  /** URL of an image. */
  logo: string;
  /** True if channels may lead to the sandbox outside a demo. */
  sandbox?: boolean;
}

/**
 * Reads the login page's settings from the settings block in index.html, before the schema that validates the whole
 * block is loaded. Values that aren't strings are replaced by the defaults.
 */
export function readBrand(settings: string): Brand {
  const given = parsed(settings);
  const text = (name: 'productTitle' | 'logo') => {
    const value: unknown = Reflect.get(given, name);
    return typeof value === 'string' ? value : RUNTIME_DEFAULTS[name];
  };
  return { productTitle: text('productTitle'), logo: text('logo'), sandbox: Reflect.get(given, 'sandbox') === true };
}

function parsed(json: string): object {
  const value = jsonOf(json);
  return typeof value === 'object' && value !== null ? value : {};
}
