import type { Label } from '@merchant-console/declaration';
import { fillPattern, joinAddress } from './address.ts';
import { externalAddress, isListed, type MenuNode } from './menuNode.ts';
import { NO_REDIRECT, withOwnPages } from './routeTable.ts';

/** A page that the menu search can find. */
export interface SearchTarget {
  /** ID of the menu entry. */
  key: string;
  /** Titles of its parents, outermost first, then its own. */
  titles: readonly Label[];
  icon: string | null;
  /** Address within the console, or the full URL of another site. */
  to: string;
  isExternal: boolean;
}

interface Above {
  address: string;
  titles: readonly Label[];
}

/** All pages that the menu lists for the user, in its order. Pages below a hidden entry are left out. */
export function buildSearchPool(tree: readonly MenuNode[]): SearchTarget[] {
  return withOwnPages(tree).flatMap((node) => targetsOf(node, { address: '', titles: [] }));
}

function targetsOf(node: MenuNode, above: Above): SearchTarget[] {
  if (!isListed(node)) return [];
  const titles = node.title === '' ? above.titles : [...above.titles, node.title];
  const found = { key: node.id, titles, icon: node.icon || null };
  const href = externalAddress(node);
  if (href !== null) return node.title === '' ? [] : [{ ...found, to: href, isExternal: true }];
  const address = joinAddress(above.address, node.url_name);
  const inside = (node.children ?? []).flatMap((child) => targetsOf(child, { address, titles }));
  if (node.title === '' || node.redirect === NO_REDIRECT) return inside;
  return [{ ...found, to: fillPattern(address, {}), isExternal: false }, ...inside];
}
