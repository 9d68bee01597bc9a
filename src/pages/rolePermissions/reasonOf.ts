import { lockOf, type Lock } from './selection.ts';
import type { Grants } from './useGrants.ts';

/** Why a permission can't be changed by whoever looks at it; null when it can, or when nothing here can be. */
export function reasonOf(key: string, { after, bounds, base, isFixed }: Grants): Lock | 'own' | null {
  if (isFixed) return null;
  const lock = lockOf(key, after, bounds);
  return lock === 'lacked' && base.held.includes(key) ? 'own' : lock;
}
