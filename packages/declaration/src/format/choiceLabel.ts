import type { FieldOf } from '../fieldSchema.ts';
import { resolveLabel } from '../texts/label.ts';
import { humanise } from './humanise.ts';
import type { Words } from './Words.ts';

/**
 * Label of a choice: its declared name, its translation for this resource, its translation for all fields with this
 * name, or its humanised ID.
 */
export function choiceLabel(id: string, field: FieldOf<'enum'>, { language, translate, resource }: Words): string {
  const name = field.choices.find((choice) => choice.id === id)?.name;
  if (name !== undefined) return resolveLabel(name, language, translate);
  const common = translate(`choices.${field.source}.${id}`, { _: humanise(id) });
  return translate(`resources.${resource}.choices.${field.source}.${id}`, { _: common });
}
