import type { Language } from '../i18n/languages.ts';
import type { Translate } from '../i18n/translator.ts';

/** What the words of a resource are looked up with. */
export interface Words {
  language: Language;
  translate: Translate;
  /** Resource whose fields are named: their names and choices are translated under it. */
  resource: string;
}
