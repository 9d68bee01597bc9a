/** What PostgreSQL stores in no text and no jsonb: NUL, and half a character. */
const UNSTORABLE = /[\0\p{Surrogate}]/gu;
const REPLACEMENT = '\uFFFD';

export function storableText(text: string): string {
  return text.replaceAll(UNSTORABLE, REPLACEMENT);
}

/** A value as it comes back from a jsonb column: whatever is logged, the log can take it, and its hash stays the same. */
export function plainJson(value: unknown): unknown {
  const text = JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part === 'string') return storableText(part);
    return typeof part === 'bigint' ? part.toString() : part;
  });
  return text === undefined ? null : JSON.parse(text);
}
