import { canonicalSegment, fillPattern, matchPattern, segmentsOf, type AddressParams } from './address.ts';
import type { MenuRoute, RouteTable } from './routeTable.ts';

/** Parts of an address, as in `window.location` and react-router. */
export interface Place {
  pathname: string;
  search: string;
  hash: string;
}

/** A page of the menu, with the record that is open below it, if any. */
export interface OpenPage {
  kind: 'page';
  route: MenuRoute;
  /** The page's own address, parameters filled in. */
  address: string;
  params: AddressParams;
  /** Path below the page's address: a record, percent-encoded, or ''. */
  rest: string;
}

export type Resolution = OpenPage | { kind: 'status'; status: 404 | 401 } | { kind: 'redirect'; to: string };

/** Maximum number of redirects, more than any menu needs. Beyond it, the entries redirect in a circle. */
const MAX_REDIRECTS = 8;

/**
 * Resolves an address for a signed-in user. A redirect names the end of a chain of redirects and keeps query and hash
 * of the first address. Circular redirects, and addresses that the menu lacks, lead to /404. Other forms of an address
 * (`//orderList`, `/orderList/`, `/order%4Cist`) redirect to its canonical one, so that no page is open twice.
 *
 * @param isResource true if a `component_path` is a declared resource, which has records below its own address
 */
export function resolveAddress(table: RouteTable, place: Place, isResource: (page: string) => boolean): Resolution {
  let resolution = step(table, place.pathname, isResource);
  for (let hops = 0; resolution.kind === 'redirect'; hops += 1) {
    const to: string = hops === MAX_REDIRECTS ? '/404' : resolution.to;
    const next = step(table, to, isResource);
    if (next.kind === 'redirect') resolution = next;
    else if (next.kind === 'status') return { kind: 'redirect', to: pathOf(next) };
    else return { kind: 'redirect', to: pathOf(next) + place.search + place.hash };
  }
  const path = pathOf(resolution);
  return path === place.pathname ? resolution : { kind: 'redirect', to: path + place.search + place.hash };
}

/** The canonical path of what an address opens. */
function pathOf(shown: Exclude<Resolution, { kind: 'redirect' }>): string {
  if (shown.kind === 'status') return `/${shown.status}`;
  return shown.rest === '' ? shown.address : `${shown.address}/${shown.rest}`;
}

function step(table: RouteTable, pathname: string, isResource: (page: string) => boolean): Resolution {
  const segments = segmentsOf(pathname).map(canonicalSegment);
  const [first, ...others] = segments;
  if (first === undefined) return { kind: 'redirect', to: fillPattern(table.home.pattern, {}) };
  if (first === 'redirect') return { kind: 'redirect', to: `/${others.join('/')}` };
  if (segments.length === 1 && first === '404') return { kind: 'status', status: 404 };
  // react-admin's name for it.
  if (segments.length === 1 && first === 'access-denied') return { kind: 'redirect', to: '/401' };
  if (segments.length === 1 && first === '401') return { kind: 'status', status: 401 };
  return (
    findPage(table.routes, segments, isResource) ??
    findAlias(table, segments, isResource) ?? { kind: 'redirect', to: '/404' }
  );
}

/** Finds the route that matches most of the address. Among equal ones, the one with fewest parameters wins. */
function findPage(
  routes: readonly MenuRoute[],
  segments: readonly string[],
  isResource: (page: string) => boolean,
): Resolution | null {
  const found = routes.flatMap((route) => {
    const match = matchPattern(route.pattern, segments);
    return match && takesRest(route, match.rest, isResource) ? [{ route, ...match }] : [];
  });
  const parameters = ({ params }: { params: AddressParams }) => Object.keys(params).length;
  const best = found.toSorted((a, b) => a.rest.length - b.rest.length || parameters(a) - parameters(b))[0];
  if (!best) return null;
  const { route, params, rest } = best;
  if (route.redirect !== null) return { kind: 'redirect', to: fillPattern(route.redirect, params) };
  return { kind: 'page', route, address: fillPattern(route.pattern, params), params, rest: rest.join('/') };
}

/**
 * True if `rest` may follow the route's address: react-admin's `create`, `:id` and `:id/show` for a resource, nothing
 * for any other page.
 */
function takesRest(route: MenuRoute, rest: readonly string[], isResource: (page: string) => boolean): boolean {
  if (rest.length === 0) return true;
  if (route.page === null || route.redirect !== null || !isResource(route.page)) return false;
  return rest.length === 1 || (rest.length === 2 && rest[1] === 'show');
}

function findAlias(
  { aliases }: RouteTable,
  segments: readonly string[],
  isResource: (page: string) => boolean,
): Resolution | null {
  for (const { prefix, route } of aliases) {
    const match = matchPattern(prefix, segments);
    if (!match || !takesRest(route, match.rest, isResource)) continue;
    const own = fillPattern(route.pattern, match.params);
    return { kind: 'redirect', to: [own, ...match.rest].join('/') };
  }
  return null;
}
