import { z } from 'zod';
import { LANGUAGES, type Language } from './languages.ts';
import type { Translate } from './translator.ts';

/** A name that people read: a translation key or plain words, or the words in each language. */
export const labelSchema = z
  .union([
    z.string().min(1),
    z.partialRecord(z.enum(LANGUAGES), z.string().min(1)).refine((words) => Object.keys(words).length > 0),
  ])
  .meta({ id: 'Label', description: 'Words, a translation key, or the words in each language' });
export type Label = z.infer<typeof labelSchema>;

/**
 * The words to show for a label. Text that is no known key is shown as it is, so that a title typed by an
 * administrator needs no translation; words missing in `language` are taken from English, else from the first given.
 */
export function resolveLabel(label: Label, language: Language, translate: Translate): string {
  if (typeof label === 'string') return translate(label, { _: label });
  return label[language] ?? label.en ?? Object.values(label)[0] ?? '';
}
