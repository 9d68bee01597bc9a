import type { Field } from '#shared/declaration/fieldSchema.ts';
import { resolveLabel } from '#shared/i18n/label.ts';
import type { FormatContext } from './FormatContext.ts';
import { humanise } from './humanise.ts';

/** What people call a field: its declared label, else its translation, else its source made readable. */
export function fieldLabel(field: Field, { language, translate, resource }: FormatContext): string {
  if (field.label !== undefined) return resolveLabel(field.label, language, translate);
  return translate(`resources.${resource}.fields.${field.source}`, { _: humanise(field.source) });
}
