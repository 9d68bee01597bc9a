import { z } from 'zod';
import { LANGUAGES, type Language, textIn } from '../languages.ts';
import type { Translate } from './translator.ts';

/** A label: a translation key or plain text, or a text per language. */
export const labelSchema = z
  .union([
    z.string().min(1),
    z.partialRecord(z.enum(LANGUAGES), z.string().min(1)).refine((words) => Object.keys(words).length > 0),
  ])
  .meta({ id: 'Label', description: 'A text, a translation key, or an object with a text per language' });
export type Label = z.infer<typeof labelSchema>;

/**
 * Text of a label. An unknown key is shown as it is, so titles typed by administrators need no translation.
 */
export function resolveLabel(label: Label, language: Language, translate: Translate): string {
  if (typeof label === 'string') return translate(label, { _: label });
  return textIn(label, language);
}

/** Names of the placeholders in a text: `amount` for `%{amount}`. */
export function placeholdersIn(text: string): string[] {
  return [...text.matchAll(/%\{(.*?)\}/g)].map(([, name = '']) => name);
}
