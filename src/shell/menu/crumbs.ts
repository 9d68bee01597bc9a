import type { Label } from '@merchant-console/declaration';
import { fillPattern } from './address.ts';
import type { OpenPage } from './resolveAddress.ts';
import type { MenuRoute, RouteTable } from './routeTable.ts';

export interface Crumb {
  title: Label;
  /** Address, or null for plain text. */
  to: string | null;
}

/**
 * Breadcrumb of the open page: the first page, the parent entries, then the page as plain text. At a record, the page
 * becomes a link to its list and the record comes last. Entries without a title, or with `breadcrumb` off, are left out.
 *
 * @param ownTitle title that the page has set for itself, such as the number of its record, or null
 */
export function crumbsOf(table: RouteTable, page: OpenPage, ownTitle: Label | null): Crumb[] {
  const { route, address, params, rest } = page;
  const crumbs: Crumb[] =
    route.key === table.home.key ? [] : [{ title: table.home.title, to: fillPattern(table.home.pattern, {}) }];
  for (const parent of route.parents) {
    if (parent.breadcrumb) crumbs.push({ title: parent.title, to: linkOf(parent, params) });
  }
  const isRecord = rest !== '';
  if (route.breadcrumb)
    crumbs.push(isRecord ? { title: route.title, to: address } : { title: ownTitle ?? route.title, to: null });
  if (isRecord) crumbs.push({ title: ownTitle ?? 'shell.record', to: null });
  return crumbs.filter(({ title }) => title !== '');
}

function linkOf(route: MenuRoute, params: OpenPage['params']): string | null {
  return route.linked ? fillPattern(route.redirect ?? route.pattern, params) : null;
}
