import type { Label } from '@merchant-console/declaration';
import { isOtherSite } from '#shared/menus/menuAddress.ts';
import { joinAddress, segmentsOf } from './address.ts';
import { isExternal, isListed, type MenuNode } from './menuNode.ts';

/** The page that `/` leads to, unless the menu names another. Every user has it, even if the server doesn't list it. */
export const HOME_PAGE = 'dashboard';

/** `redirect` of an entry that the breadcrumb doesn't link to. */
export const NO_REDIRECT = 'noRedirect';

/** An address of the console, from one entry of the menu tree. */
export interface MenuRoute {
  /** ID of the menu entry. */
  key: string;
  /** The address, with parameters as `:name`. */
  pattern: string;
  /** `component_path`: a built-in page or a declared resource. Null if the entry has none. */
  page: string | null;
  title: Label;
  icon: string | null;
  /** True if sidebar and search leave it out. */
  hidden: boolean;
  /** Address to open instead of this one, or null. */
  redirect: string | null;
  /** True if the breadcrumb links to it when it is a parent of the open page. */
  linked: boolean;
  /** Address of the sidebar item to highlight. */
  activeMenu: string;
  /** True if the page is recreated on each visit instead of keeping its state. */
  noCache: boolean;
  /** True if its tab is always present and can't be closed. Always true for the dashboard. */
  affix: boolean;
  /** True if `/` leads to it, in place of the dashboard. */
  isFirst: boolean;
  /** True if it has a crumb. */
  breadcrumb: boolean;
  /** Parent entries, outermost first. */
  parents: readonly MenuRoute[];
  /** Permission keys that the signed-in user has on the page. */
  permissions: readonly string[];
}

/** Another address of a route. The path after the prefix is kept. */
interface Alias {
  prefix: string;
  route: MenuRoute;
}

export interface RouteTable {
  /** In the order of the menu. If two have the same address, the first wins. */
  routes: readonly MenuRoute[];
  aliases: readonly Alias[];
  /** The page that `/` leads to. */
  home: MenuRoute;
}

/** Entry of a page that every user has, for menu trees that don't list it. */
function ownEntry(page: string, icon: string): MenuNode {
  return { id: page, url_name: page, component_path: page, title: `menu.${page}`, icon, index: 0, is_hidden: 0 };
}

/** The user's own page. It has an address and is searchable without an entry in the menu. */
const ACCOUNT_PAGE = 'account';
export const ACCOUNT_ADDRESS = '/account';

/** Adds the pages that every user has. The result has every page that can be opened, listed in the sidebar or not. */
export function withOwnPages(tree: readonly MenuNode[]): readonly MenuNode[] {
  const whole = withHome(tree);
  return whole.some((node) => leadsTo(node, ACCOUNT_PAGE)) ? whole : [...whole, ownEntry(ACCOUNT_PAGE, 'person')];
}

/** Adds the dashboard at the front, unless the server's tree contains it. */
export function withHome(tree: readonly MenuNode[]): readonly MenuNode[] {
  return tree.some((node) => leadsTo(node, HOME_PAGE)) ? tree : [ownEntry(HOME_PAGE, HOME_PAGE), ...tree];
}

function leadsTo(node: MenuNode, page: string): boolean {
  return node.component_path === page || (node.children ?? []).some((child) => leadsTo(child, page));
}

/**
 * Builds all addresses that the menu tree opens.
 *
 * Aliases are `/{url_name}` of an entry below another, and `/{component_path}`, which react-admin uses in its own links
 * to a resource (`/orders`, `/orders/7/show`).
 */
export function buildRouteTable(tree: readonly MenuNode[]): RouteTable {
  const routes = withOwnPages(tree).flatMap((node) => routesOf(node, []));
  const bare = routes.flatMap((route) => {
    const name = segmentsOf(route.pattern).at(-1);
    return name === undefined || route.parents.length === 0 ? [] : [{ prefix: `/${name}`, route }];
  });
  const pages = routes.flatMap((route) => (route.page === null ? [] : [{ prefix: `/${route.page}`, route }]));
  const home = routes.find((route) => route.isFirst) ?? routes.find((route) => route.page === HOME_PAGE);
  if (!home) throw new Error('unreachable: withHome() gives every tree a dashboard');
  return { routes, aliases: [...bare, ...pages], home };
}

/** @param before address of the previous listed page in the group, which the sidebar highlights for an unlisted page */
function routesOf(node: MenuNode, parents: readonly MenuRoute[], before: string | null = null): MenuRoute[] {
  if (isExternal(node)) return [];
  const above = parents.at(-1);
  const pattern = joinAddress(above?.pattern ?? '', node.url_name);
  const route: MenuRoute = {
    key: node.id,
    pattern,
    page: node.component_path || null,
    title: node.title,
    icon: node.icon || null,
    hidden: above?.hidden === true || !isListed(node),
    redirect: redirectOf(node, pattern),
    linked: node.redirect !== NO_REDIRECT,
    activeMenu: node.active_menu ? joinAddress('', node.active_menu) : isListed(node) ? pattern : (before ?? pattern),
    noCache: node.no_cache === 1,
    affix: node.affix === 1 || node.component_path === HOME_PAGE,
    isFirst: node.is_first === 1,
    breadcrumb: node.breadcrumb !== 0,
    parents,
    permissions: node.permissions ?? [],
  };
  const { children = [] } = node;
  const pageBefore = (index: number) =>
    children.slice(0, index).findLast((child) => isListed(child) && !isExternal(child))?.url_name;
  const below = children.flatMap((child, index) => {
    const name = pageBefore(index);
    return routesOf(child, [...parents, route], name === undefined ? null : joinAddress(pattern, name));
  });
  return [route, ...below];
}

/**
 * Redirect of an entry: its own, or its first child if it has no page. Null if it opens its own page or has no
 * children.
 */
function redirectOf(node: MenuNode, pattern: string): string | null {
  if (node.redirect && node.redirect !== NO_REDIRECT && !isOtherSite(node.redirect))
    return joinAddress(pattern, node.redirect);
  if (node.component_path) return null;
  const inside = (node.children ?? []).filter((child) => !isExternal(child));
  const first = inside.find(isListed) ?? inside[0];
  return first ? joinAddress(pattern, first.url_name) : null;
}

/** The menu's page of a resource, or null if it has none or only one with a parameter. */
export function resourceRoute({ routes }: RouteTable, resource: string): MenuRoute | null {
  const found = routes.find(
    ({ page, pattern, redirect }) => page === resource && redirect === null && !pattern.includes('/:'),
  );
  return found ?? null;
}
