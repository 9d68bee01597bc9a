import type { Language } from '@merchant-console/declaration/languages';
import type { Translate } from '@merchant-console/declaration';

/** Context for looking up a resource's texts. */
export interface Words {
  language: Language;
  translate: Translate;
  /** The resource whose translations of fields and choices apply. */
  resource: string;
}
