import type { FindRoute } from '#server/http/router.ts';
import type { Route } from '#server/http/Route.ts';

interface Entry {
  route: Route;
  /** A segment that begins with `:` matches any one segment. */
  pattern: string[];
}

/** Looks up routes by method and path. A literal segment takes precedence over a parameter, as in static routes. */
export class RouteTable {
  readonly routes: readonly Route[];
  readonly #entries = new Map<string, Entry[]>();

  constructor(routes: readonly Route[]) {
    this.routes = routes;
    for (const route of routes) {
      const pattern = route.call.path.slice(1).split('/');
      const key = keyOf(route.call.method, pattern);
      this.#entries.set(key, [...(this.#entries.get(key) ?? []), { route, pattern }].toSorted(byPrecision));
    }
  }

  readonly find: FindRoute = (method, segments) => {
    const entries = this.#entries.get(keyOf(method, segments)) ?? [];
    const found = entries.find(({ pattern }) =>
      pattern.every((part, at) => isParameter(part) || part === segments[at]),
    );
    return found && { route: found.route, params: paramsOf(found.pattern, segments) };
  };
}

/** Method, first segment and number of segments are nearly unique; no declared path begins with a parameter. */
function keyOf(method: string, [first = '', ...rest]: string[]): string {
  return `${method} ${first} ${rest.length}`;
}

const isParameter = (part: string) => part.startsWith(':');

function byPrecision(one: Entry, other: Entry): number {
  const precision = ({ pattern }: Entry) => pattern.map((part) => (isParameter(part) ? '1' : '0')).join('');
  return precision(one) < precision(other) ? -1 : 1;
}

function paramsOf(pattern: string[], segments: string[]): Record<string, string> {
  const pairs = pattern.map((part, at): [string, string] => [part.slice(1), segments[at] ?? '']);
  return Object.fromEntries(pairs.filter((_, at) => isParameter(pattern[at] ?? '')));
}
