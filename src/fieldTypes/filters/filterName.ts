import type { Translate } from '#shared/i18n/translator.ts';

/** A filter and what it is set to, as one text: `Status`, or `Status: Success, Failed`. */
export function filterName(field: string, summary: string, translate: Translate): string {
  return summary === '' ? field : translate('filters.set', { field, summary });
}
