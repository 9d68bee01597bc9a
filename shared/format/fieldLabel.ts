import type { Field } from '../declaration/fieldSchema.ts';
import { resolveLabel } from '../i18n/label.ts';
import { humanise } from './humanise.ts';
import type { Words } from './Words.ts';

/**
 * What people call a field: its declared label, else its own translation, else that of all fields of this name, else its
 * source made readable.
 */
export function fieldLabel(field: Field, { language, translate, resource }: Words): string {
  if (field.label !== undefined) return resolveLabel(field.label, language, translate);
  const common = translate(`fields.${field.source}`, { _: humanise(field.source) });
  return translate(`resources.${resource}.fields.${field.source}`, { _: common });
}
