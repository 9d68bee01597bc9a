import type { Translate } from '@merchant-console/declaration';

/** Patterns that identify each browser in the `User-Agent` header, most of which also name other browsers. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bMicroMessenger\//, 'WeChat'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b|\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * Browser and system (`Chrome on Windows`), or what is known of them.
 *
 * @param translate on the console, must have the late texts
 */
export function deviceInWords(userAgent: string | null, translate: Translate): string {
  const { browser, system } = deviceOf(userAgent);
  if (browser !== null && system !== null) return translate('account.device', { browser, system });
  return browser ?? system ?? translate('account.unknown_device');
}

/** Browser and system from a `User-Agent` header. Null if unknown. */
function deviceOf(userAgent: string | null): { browser: string | null; system: string | null } {
  const found = (among: readonly [RegExp, string][]) => among.find(([mark]) => mark.test(userAgent ?? ''))?.[1] ?? null;
  return { browser: found(BROWSERS), system: found(SYSTEMS) };
}
