import { RUNTIME_DEFAULTS } from '#shared/contract/runtimeDefaults.ts';

/** What the login page shows of the runtime settings. */
export interface Brand {
  productTitle: string;
  /** Address of an image. */
  logo: string;
  /** True if channels may lead to the sandbox though this is no demo. */
  sandbox?: boolean;
}

/**
 * Reads what the login page shows from the settings block of index.html, before the schema that checks the whole
 * block is there. Whatever is no text gives way to the default.
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
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
