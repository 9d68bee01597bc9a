import type { Language } from '../languages.ts';
import type { Translate } from '../texts/translator.ts';

/** Context for looking up a resource's texts. */
export interface Words {
  language: Language;
  translate: Translate;
  /** The resource whose translations of fields and choices apply. */
  resource: string;
}
