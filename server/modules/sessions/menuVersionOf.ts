import { createHash } from 'node:crypto';

/** Names the menu that somebody sees: the tenant's, as often as it has changed, cut down to the user's rights. */
export function menuVersionOf(changes: bigint, permissions: ReadonlySet<string>): string {
  const rights = createHash('sha256')
    .update([...permissions].toSorted().join('\n'))
    .digest('base64url');
  return `${changes}.${rights.slice(0, 16)}`;
}
