import type { SignCause } from '#shared/gateway/explainSign.ts';
import type { Translate } from '#shared/i18n/translator.ts';

/** What went wrong, as people say it. */
export function causeText({ cause, ...args }: SignCause, translate: Translate): string {
  return translate(`signatureTester.causes.${cause}`, args);
}
