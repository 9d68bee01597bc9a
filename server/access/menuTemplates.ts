import type { TenantType } from './entitlements.ts';

/** A page in the menu. Titles are translation keys. */
export interface MenuPageTemplate {
  urlName: string;
  componentPath: string | null;
  title: string;
  icon: string | null;
  /** Kept out of the sidebar. */
  isHidden?: true;
}

export interface MenuEntryTemplate extends MenuPageTemplate {
  /** Where the entry's own address leads. */
  redirect: string | null;
  pages: readonly MenuPageTemplate[];
}

const dashboard: MenuEntryTemplate = {
  ...{ urlName: 'dashboard', componentPath: 'dashboard', title: 'menu.dashboard', icon: 'dashboard' },
  ...{ redirect: null, pages: [] },
};

function group(urlName: string, icon: string, redirect: string, pages: readonly MenuPageTemplate[]): MenuEntryTemplate {
  return { urlName, componentPath: null, title: `menu.${urlName}`, icon, redirect, pages };
}

/** A child's `urlName` is relative to its entry, or absolute when it begins with `/`. */
function page(urlName: string, componentPath: string, icon: string | null = null): MenuPageTemplate {
  return { urlName, componentPath, title: `menu.${urlName.replace('/', '')}`, icon };
}

/** A page that the menu does not list: other pages lead to it. */
const hidden = (template: MenuPageTemplate): MenuPageTemplate => ({ ...template, isHidden: true });

const access = group('access', 'roles', '/access/roleManagement', [
  page('roleManagement', 'roles', 'roles'),
  page('menuList', 'menus', 'list'),
  page('authuser', 'users', 'people'),
  page('sessions', 'sessions', 'key'),
  page('auditLogs', 'audit_logs', 'list'),
  page('configurationProblems', 'configurationProblems', 'settings'),
]);

/** What a new tenant's own menu is copied from: only pages that there are. */
export const MENU_TEMPLATES: Record<TenantType, readonly MenuEntryTemplate[]> = {
  merchant: [
    dashboard,
    group('order', 'receipt', '/orderList', [
      page('/orderList', 'orders', 'receipt'),
      page('/paymentOrder', 'payouts', 'transfer'),
    ]),
    group('finance', 'wallet', '/wallets', [
      page('/wallets', 'ledgers', 'wallet'),
      page('/bankcard', 'bankcards', 'card'),
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
      page('/submercStatic', 'submerchant_stats', 'chart'),
    ]),
    access,
    group('personal', 'person', '/personal/channelInformation', [page('channelInformation', 'channels', 'hub')]),
  ],
  platform: [
    dashboard,
    group('review', 'payments', '/review/depositReviews', [
      page('depositReviews', 'deposit_reviews', 'payments'),
      page('withdrawalReviews', 'withdrawal_reviews', 'payments'),
      page('adjustments', 'adjustments', 'transfer'),
    ]),
    group('platform', 'business', '/platform/merchants', [
      page('merchants', 'merchants', 'business'),
      page('channels', 'channels', 'hub'),
    ]),
    access,
  ],
};
