import type { Translate } from '../i18n/translator.ts';
import { humanise } from './humanise.ts';

/** Resources that are called what their page is, by the page's key in the menu. */
const PAGES: Readonly<Record<string, string>> = {
  base_info: 'basicInformation',
  statements: 'statement',
  payees: 'payees',
  signing_keys: 'signingKeys',
  merchant_users: 'merchantUsers',
  merchant_sessions: 'merchantSessions',
  platform_orders: 'orderList',
  platform_payouts: 'paymentOrder',
  platform_refunds: 'refunds',
};

/** What people call a resource, given its key; the key made readable if no text names it. */
export function resourceName(key: string, translate: Translate): string {
  return translate(`resources.${key}.name`, { _: translate(`menu.${PAGES[key] ?? key}`, { _: humanise(key) }) });
}
