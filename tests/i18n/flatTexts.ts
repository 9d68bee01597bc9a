import type { Messages } from '@merchant-console/declaration';

/** Every text by its full key, such as `login.title`. */
export function flatTexts(messages: Messages, prefix = ''): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [key, value] of Object.entries(messages)) {
    if (typeof value === 'string') texts.set(prefix + key, value);
    else if (value) for (const [inner, text] of flatTexts(value, `${prefix}${key}.`)) texts.set(inner, text);
  }
  return texts;
}

/** The plural forms of a text: one for most texts. */
export function pluralForms(text: string): string[] {
  return text.split('||||');
}

/** The placeholders of a text, sorted, without duplicates. */
export function placeholders(text: string): string[] {
  return [...new Set(text.match(/%\{.*?\}/g))].toSorted();
}

/** A text without its placeholders. */
export function wordsOf(text: string): string {
  return text.replaceAll(/%\{.*?\}/g, '');
}
