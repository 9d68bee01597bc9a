/** More texts or groups than this in one field would be a table of their own. */
export const MOST_TEXTS = 50;
export const MOST_GROUPS = 50;

/** Each text once, as it stands, in the order given. */
export function withoutRepeats(texts: readonly string[]): string[] {
  return [...new Set(texts.map((text) => text.trim()))].filter((text) => text !== '');
}

const LINES = /[\r\n]+/;
/** No email address or phone number has them. */
const SEPARATORS = /[\r\n,;、，；]+/u;

/** The texts in a typed, pasted or imported one: those of its lines, addresses and phone numbers also by commas and semicolons. */
export function splitTexts(text: string, { format }: { format?: 'email' | 'url' | 'phone' | undefined }): string[] {
  return withoutRepeats(text.split(format === 'email' || format === 'phone' ? SEPARATORS : LINES));
}
