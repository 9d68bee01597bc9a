import type { TenantType } from './entitlements.ts';

/** A page of the menu. `title` is a translation key. */
export interface MenuPageTemplate {
  urlName: string;
  componentPath: string | null;
  title: string;
  icon: string | null;
  /** Hides the page from the sidebar. */
  isHidden?: true;
}

export interface MenuEntryTemplate extends MenuPageTemplate {
  /** The page that the entry's own URL redirects to. */
  redirect: string | null;
  pages: readonly MenuPageTemplate[];
}

const dashboard: MenuEntryTemplate = {
  urlName: 'dashboard',
  componentPath: 'dashboard',
  title: 'menu.dashboard',
  icon: 'dashboard',
  redirect: null,
  pages: [],
};

function group(urlName: string, icon: string, redirect: string, pages: readonly MenuPageTemplate[]): MenuEntryTemplate {
  return { urlName, componentPath: null, title: `menu.${urlName}`, icon, redirect, pages };
}

/** A child's `urlName` is relative to its entry, or absolute if it begins with `/`. */
function page(urlName: string, componentPath: string, icon: string | null = null): MenuPageTemplate {
  return { urlName, componentPath, title: `menu.${urlName.replace('/', '')}`, icon };
}

/** A page that only other pages link to. */
const hidden = (template: MenuPageTemplate): MenuPageTemplate => ({ ...template, isHidden: true });

const access = group('access', 'roles', '/access/roleManagement', [
  page('roleManagement', 'roles', 'roles'),
  hidden(page('/rolePermissions', 'rolePermissions', 'roles')),
  page('menuList', 'menus', 'list'),
  hidden(page('/editMenu', 'editMenu', 'list')),
  page('authuser', 'users', 'people'),
  page('sessions', 'sessions', 'key'),
  page('auditLogs', 'audit_logs', 'list'),
]);

const merchantAccess: MenuEntryTemplate = {
  ...access,
  pages: [...access.pages, page('paymentRules', 'payment_rules', 'settings')],
};

/** Only the platform may change the resources folder. */
const platformAccess: MenuEntryTemplate = {
  ...access,
  pages: [...access.pages, page('configurationProblems', 'configurationProblems', 'settings')],
};

/** The menu that a new tenant starts with. Lists only pages that exist. */
export const MENU_TEMPLATES: Record<TenantType, readonly MenuEntryTemplate[]> = {
  merchant: [
    dashboard,
    group('order', 'receipt', '/orderList', [
      page('/orderList', 'orders', 'receipt'),
      page('/paymentOrder', 'payouts', 'transfer'),
      page('/refunds', 'refunds', 'payments'),
      page('/webhookNotifications', 'webhook_notifications', 'link'),
    ]),
    group('finance', 'wallet', '/wallets', [
      page('/wallets', 'ledgers', 'wallet'),
      page('/statement', 'statements', 'receipt'),
      page('/recharge', 'recharge', 'payments'),
      page('/withdraw', 'withdraw', 'payments'),
      page('/payment', 'payment', 'transfer'),
      page('/bankcard', 'bankcards', 'card'),
      page('/payees', 'payees', 'people'),
      page('/applyrecharge', 'deposits', 'payments'),
      page('/applywithdraw', 'withdrawals', 'payments'),
      page('/applypayment', 'payment_requests', 'transfer'),
    ]),
    group('transfer', 'transfer', '/batchtransfer', [
      page('/batchtransfer', 'batch_transfers', 'transfer'),
      hidden(page('/batchtransferDetail', 'batch_transfer_items', 'list')),
    ]),
    group('submerchant', 'business', '/submercList', [
      page('/submercList', 'submerchants', 'business'),
      page('/collectOrders', 'submerchant_orders', 'receipt'),
      page('/payforOrders', 'submerchant_payouts', 'transfer'),
      page('/refundOrders', 'submerchant_refunds', 'payments'),
      page('/submercStatic', 'submerchant_stats', 'chart'),
    ]),
    merchantAccess,
    group('personal', 'person', '/personal/loginPassword', [
      page('basicInformation', 'basicInformation', 'business'),
      page('signingKeys', 'signing_keys', 'key'),
      page('webhookEndpoints', 'webhook_endpoints', 'link'),
      page('channelInformation', 'channels', 'hub'),
      page('apiCalls', 'api_calls', 'list'),
      page('loginPassword', 'loginPassword', 'key'),
      page('payPassword', 'payPassword', 'key'),
      page('tryIt', 'tryIt', 'transfer'),
    ]),
  ],
  platform: [
    dashboard,
    group('review', 'payments', '/review/depositReviews', [
      page('depositReviews', 'deposit_reviews', 'payments'),
      page('withdrawalReviews', 'withdrawal_reviews', 'payments'),
      page('adjustments', 'adjustments', 'transfer'),
      page('operatorRequests', 'operator_requests', 'people'),
    ]),
    group('order', 'receipt', '/orderList', [
      page('/orderList', 'platform_orders', 'receipt'),
      page('/paymentOrder', 'platform_payouts', 'transfer'),
      page('/refunds', 'platform_refunds', 'payments'),
    ]),
    group('platform', 'business', '/platform/merchants', [
      page('merchants', 'merchants', 'business'),
      page('merchantUsers', 'merchant_users', 'people'),
      page('merchantSessions', 'merchant_sessions', 'key'),
      page('channels', 'platform_channels', 'hub'),
      page('merchantRates', 'merchant_rates', 'payments'),
      page('platformSettings', 'platform_settings', 'settings'),
      page('platformLimits', 'platform_limits', 'settings'),
    ]),
    platformAccess,
    group('personal', 'person', '/personal/loginPassword', [
      page('basicInformation', 'basicInformation', 'business'),
      page('loginPassword', 'loginPassword', 'key'),
      page('payPassword', 'payPassword', 'key'),
    ]),
  ],
};

/**
 * The title of a page in the template of a tenant type (a translation key), or undefined if the template lacks the
 * page.
 */
export function templateTitle(componentPath: string, type: TenantType): string | undefined {
  const pages = MENU_TEMPLATES[type].flatMap((entry) => [entry, ...entry.pages]);
  return pages.find((one) => one.componentPath === componentPath)?.title;
}
