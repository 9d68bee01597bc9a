import { builtInPages } from './builtInPages.tsx';
import { guard } from './menu/guard.ts';
import { resolveAddress, type Place, type Resolution } from './menu/resolveAddress.ts';
import type { RouteTable } from './menu/routeTable.ts';

/** What an address shows to somebody who is signed in. */
export function resolvePlace(table: RouteTable, place: Place): Resolution {
  const verdict = guard({ place, hasToken: true });
  if (verdict.kind === 'redirect') return verdict;
  return resolveAddress(table, place, (name) => !builtInPages.has(name));
}
