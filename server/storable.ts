/** Characters that PostgreSQL can't store in text or jsonb: NUL and lone surrogates. JSON may contain them escaped. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;
const EACH_UNSTORABLE = new RegExp(UNSTORABLE, 'gu');

const REPLACEMENT = '\uFFFD';

/** Maximum nesting. A body of 256 KB could nest deeper than the stack of recursive code allows. */
const DEEPEST = 100;

/** The text with a replacement character for each one that can't be stored. */
export function storableText(text: string): string {
  return text.replaceAll(EACH_UNSTORABLE, REPLACEMENT);
}

/** Names of an object's fields that contain unstorable characters, in any nested text or key, or too many levels. */
export function unstorableFields(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([field, part]) => (isStorable(field, part) ? [] : [field]));
}

/** False if a value contains unstorable characters, in any nested text or key, or has too many levels. */
export function isStorable(...values: unknown[]): boolean {
  let level = values;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST || level.some((part) => typeof part === 'string' && UNSTORABLE.test(part))) return false;
    level = level.flatMap(partsOf);
  }
  return true;
}

/** Keys and values of an object, elements of an array; nothing for other values. */
function partsOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.entries(value).flat() : [];
}
