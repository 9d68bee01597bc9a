import { addressOf, HOME, isAddress, isExternalAddress, isOtherSite, isReservedAddress } from './menuAddress.ts';
import type { MenuItem, MenuProblems } from './MenuItem.ts';
import { opensPage } from './redirects.ts';

/** Component of the page at `HOME`. */
const HOME_PAGE = 'dashboard';

/**
 * Problems of an entry in the changed menu. There must be at most two levels, and an entry needs an existing page, a
 * unique address and a destination.
 *
 * @param items the whole menu, including the entry
 * @param isPage true if a component path is a page that the tenant can have
 */
export function entryProblems(
  entry: MenuItem,
  items: readonly MenuItem[],
  isPage: (componentPath: string) => boolean,
): MenuProblems {
  const { component_path: page } = entry;
  const problems: MenuProblems = {};
  if (isMisplaced(entry, items)) problems.parent_id = { key: 'menu_parent' };
  Object.assign(problems, addressProblem(entry, items));
  if (page !== null && !isPage(page)) problems.component_path = { key: 'menu_page', args: { page } };
  if (isExternalAddress(entry.url_name)) return { ...externalProblems(entry), ...problems };
  if (page === null && entry.redirect === null && entry.parent_id !== null) {
    problems.component_path ??= { key: 'menu_leads_nowhere' };
  }
  return { ...redirectProblem(entry, items), ...problems };
}

function isMisplaced({ id, parent_id }: MenuItem, items: readonly MenuItem[]): boolean {
  if (parent_id === null) return false;
  const parent = items.find((one) => one.id === parent_id);
  return !parent || parent.id === id || parent.parent_id !== null || items.some((one) => one.parent_id === id);
}

function addressProblem(entry: MenuItem, items: readonly MenuItem[]): MenuProblems {
  if (!isAddress(entry.url_name)) return { url_name: { key: 'menu_address' } };
  const parent = items.find(({ id }) => id === entry.parent_id);
  if (parent && isExternalAddress(parent.url_name)) return { parent_id: { key: 'menu_parent_external' } };
  const address = addressOf(entry, items);
  if (isReservedAddress(address)) return { url_name: { key: 'menu_address_reserved', args: { address } } };
  const taken = takenAddress(entry, items);
  return taken === undefined ? {} : { url_name: { key: 'menu_address_taken', args: { address: taken } } };
}

/** An address that the entry, or a page below it, shares with another entry. */
function takenAddress(entry: MenuItem, items: readonly MenuItem[]): string | undefined {
  const own = items.filter(({ id, parent_id }) => id === entry.id || parent_id === entry.id);
  return own
    .map((item) => ({ item, address: addressOf(item, items) }))
    .find(({ item, address }) => {
      if (address === HOME && item.component_path !== HOME_PAGE) return true;
      return items.some((other) => other.id !== item.id && addressOf(other, items) === address);
    })?.address;
}

/** An external link can't show one of our pages. */
function externalProblems(entry: MenuItem): MenuProblems {
  return {
    ...(entry.component_path === null ? {} : { component_path: { key: 'menu_external' } }),
    ...(entry.redirect === null ? {} : { redirect: { key: 'menu_external' } }),
  };
}

function redirectProblem({ redirect, ...entry }: MenuItem, items: readonly MenuItem[]): MenuProblems {
  if (redirect === null || isOtherSite(redirect)) return {};
  if (redirect === addressOf({ ...entry }, items)) return { redirect: { key: 'menu_redirect_self' } };
  if (opensPage(redirect, items)) return {};
  return { redirect: { key: 'menu_redirect_nowhere', args: { address: redirect } } };
}
