import type { Translate } from '../i18n/translator.ts';
import { humanise } from './humanise.ts';

/** Resources that have the name of their page: the page's key in the menu. */
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

/** Returns the display name of a resource. If there is no text for it, its humanised key. */
export function resourceName(key: string, translate: Translate): string {
  return translate(`resources.${key}.name`, { _: translate(`menu.${PAGES[key] ?? key}`, { _: humanise(key) }) });
}
