import type { Translate } from '#shared/i18n/translator.ts';
import { deviceOf } from '#shared/format/deviceOf.ts';

/**
 * Browser and system (`Chrome on Windows`), or what is known of them.
 *
 * @param translate must have the late texts
 */
export function deviceInWords(userAgent: string | null, translate: Translate): string {
  const { browser, system } = deviceOf(userAgent);
  if (browser !== null && system !== null) return translate('account.device', { browser, system });
  return browser ?? system ?? translate('account.unknown_device');
}
