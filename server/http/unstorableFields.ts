/** NUL, which PostgreSQL's texts can't hold, and half of a surrogate pair, which UTF-8 can't write. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;
/** Levels of nesting. A body of 256 KB has room for more than the stack of whatever walks through it later. */
const DEEPEST = 100;

/**
 * Names of an object's fields that hold what no database keeps as it is: somewhere inside a text or a name with such
 * characters, or too many levels.
 */
export function unstorableFields(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([field, part]) => (isStorable(field, part) ? [] : [field]));
}

function isStorable(field: string, value: unknown): boolean {
  let level: unknown[] = [field, value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST || level.some((part) => typeof part === 'string' && UNSTORABLE.test(part))) return false;
    level = level.flatMap(partsOf);
  }
  return true;
}

/** Names and values of an object, or of a list; of anything else nothing. */
function partsOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.entries(value).flat() : [];
}
