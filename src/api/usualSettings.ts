import { RUNTIME_DEFAULTS } from '#shared/contract/runtimeDefaults.ts';
import type { RuntimeSettings } from '#shared/contract/runtimeSettings.ts';

/** The runtime settings that the connection to this project's server needs. */
export type UsualSettings = Pick<RuntimeSettings, keyof typeof DEFAULTS | 'aesKey' | 'aesIv'>;

const DEFAULTS = {
  ...RUNTIME_DEFAULTS,
  apiBase: '/prod-api',
  clientAddressGlobal: 'clientAddress',
  clientAddressHeader: 'X-Client-Address',
  tokenHeader: 'X-Token',
  idleMinutes: null,
  sandbox: false,
};

/**
 * Reads the deployment's settings from the JSON block in index.html and fills in defaults, without Zod, because the
 * scripts of a first list are limited. Null if there is any other key or an unexpected value: the schema must read them.
 *
 * @throws {SyntaxError} if it isn't JSON
 */
export function readUsualSettings(settings: string): UsualSettings | null {
  const given: unknown = JSON.parse(settings);
  const isUsual = Object.entries(given ?? {}).every(
    ([key, value]: [string, unknown]) =>
      Object.hasOwn(DEFAULTS, key) &&
      typeof value === typeof (Reflect.get(DEFAULTS, key) ?? 1) &&
      (typeof value !== 'number' || value > 0),
  );
  return isUsual ? Object.assign({ ...DEFAULTS, aesKey: null, aesIv: null }, given) : null;
}
