import type { TenantType } from './entitlements.ts';

/** A page in the menu. Titles are translation keys. */
export interface MenuPageTemplate {
  urlName: string;
  componentPath: string | null;
  title: string;
  icon: string | null;
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

/** What a new tenant's own menu is copied from: only pages that there are. */
export const MENU_TEMPLATES: Record<TenantType, readonly MenuEntryTemplate[]> = {
  merchant: [
    dashboard,
    group('order', 'receipt', '/orderList', [page('/orderList', 'orders')]),
    group('personal', 'person', '/personal/channelInformation', [page('channelInformation', 'channels', 'hub')]),
  ],
  platform: [dashboard, group('platform', 'business', '/platform/channels', [page('channels', 'channels', 'hub')])],
};
