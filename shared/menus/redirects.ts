import { addressOf, HOME, isExternalAddress, isOtherSite } from './menuAddress.ts';
import type { MenuItem } from './MenuItem.ts';

/** More redirects than any menu needs. Beyond this, the entries redirect in a circle. */
const MAX_HOPS = 8;

/** True if an address of the console opens something. */
export function opensPage(address: string, items: readonly MenuItem[], hops = 0): boolean {
  if (hops > MAX_HOPS) return false;
  if (address === '/' || address === HOME) return true;
  const item = items.find((one) => !isExternalAddress(one.url_name) && addressOf(one, items) === address);
  // Another site can open from a link, but not as the target of a redirect within the console.
  if (!item || (item.redirect !== null && isOtherSite(item.redirect))) return false;
  return opens(item, items, hops + 1);
}

/** True if an entry shows a page or leads to one. A redirect takes precedence, and a group leads to a page below it. */
export function opens(item: MenuItem, items: readonly MenuItem[], hops = 0): boolean {
  if (item.redirect !== null) return isOtherSite(item.redirect) || opensPage(item.redirect, items, hops);
  if (item.component_path !== null) return true;
  return items.some((page) => page.parent_id === item.id && opens(page, items, hops + 1));
}

/** The menu with redirects updated to the changed addresses of their pages. */
export function followRedirects<Item extends MenuItem>(before: readonly Item[], after: readonly Item[]): Item[] {
  const addresses = new Map(after.map((item) => [item.id, addressOf(item, after)]));
  const moved = new Map<string, string>();
  for (const item of before) {
    const now = addresses.get(item.id);
    if (now !== undefined && !isExternalAddress(now)) moved.set(addressOf(item, before), now);
  }
  return after.map((item) => {
    const was = before.find(({ id }) => id === item.id);
    // A redirect set by this very change is kept as entered.
    if (item.redirect === null || was?.redirect !== item.redirect) return item;
    const redirect = moved.get(item.redirect) ?? item.redirect;
    return redirect === item.redirect ? item : { ...item, redirect };
  });
}
