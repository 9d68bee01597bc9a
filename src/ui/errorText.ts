import { ApiError } from '#console/api/ApiError.ts';
import type { Translate } from '#shared/i18n/translator.ts';

/** What to tell a person about a failed call: the server's words, or ours where no answer came. */
export function errorText(error: Error, translate: Translate): string {
  if (!(error instanceof ApiError)) return translate('ra.notification.data_provider_error');
  return error.messageKey === null ? error.message : translate(error.messageKey, error.messageArgs);
}
