import type { MenuItem } from './MenuItem.ts';

/** A name relative to its parent, or several joined by `/`. Absolute if it begins with `/`. */
const OWN = /^\/?[\w-]+(\/[\w-]+)*$/;
const EXTERNAL = /^(https?:\/\/|mailto:|tel:)\S+$/i;
const OTHER_SITE = /^https?:\/\/\S+$/i;

/** The page that every user has, regardless of the menu. */
export const HOME = '/dashboard';

/** First path segments that the console or its server handles itself. */
const RESERVED = [
  'account',
  'login',
  '404',
  '401',
  'redirect',
  'auth-redirect',
  'prod-api',
  'assets',
  'resources',
  'healthz',
];

/** True for an entry's own address, or the URL of another site. */
export function isAddress(urlName: string): boolean {
  return OWN.test(urlName) || EXTERNAL.test(urlName);
}

/** True if it opens outside the console. */
export function isExternalAddress(urlName: string): boolean {
  return EXTERNAL.test(urlName);
}

/** True if a redirect leads to another site. */
export function isOtherSite(redirect: string): boolean {
  return OTHER_SITE.test(redirect);
}

/** True if the console or its server handles the first path segment itself. */
export function isReservedAddress(address: string): boolean {
  return RESERVED.includes(address.split('/')[1] ?? '');
}

/** Full address of an entry: `/order/list`, or the URL of another site. */
export function addressOf(
  { url_name: name, parent_id }: Pick<MenuItem, 'url_name' | 'parent_id'>,
  items: readonly MenuItem[],
): string {
  if (isExternalAddress(name) || name.startsWith('/')) return name;
  const parent = parent_id === null ? undefined : items.find(({ id }) => id === parent_id);
  if (!parent || isExternalAddress(parent.url_name)) return `/${name}`;
  return `${addressOf({ ...parent, parent_id: null }, [])}/${name}`;
}
