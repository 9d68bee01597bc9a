import type { Field } from '../fieldSchema.ts';
import { resolveLabel } from '../texts/label.ts';
import { humanise } from './humanise.ts';
import type { Words } from './Words.ts';

/**
 * Label of a field: its declared label, its translation for this resource, its translation for all fields with this
 * name, or its humanised source, for a reference without the `_id` at its end.
 */
export function fieldLabel(field: Field, { language, translate, resource }: Words): string {
  if (field.label !== undefined) return resolveLabel(field.label, language, translate);
  const name = field.type.startsWith('reference') ? field.source.replace(/_ids?$/, '') : field.source;
  return translate(`resources.${resource}.fields.${field.source}`, { _: humanise(name) });
}
