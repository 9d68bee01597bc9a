import type { Messages } from '#shared/i18n/translator.ts';

/** What of the resource an element needs to know. */
export interface Scope {
  resource: string;
  messages: Messages;
}
