/** How many permissions a message names. */
const NAMED = 5;

/** The first of them, for a message. As its value `permissions` they are put into words by `http/errorTexts.ts`. */
export function somePermissions(keys: readonly string[]): string {
  return keys.slice(0, NAMED).join(', ') + (keys.length > NAMED ? ', …' : '');
}
