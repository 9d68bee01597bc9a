import type { FieldOf } from '#shared/declaration/fieldSchema.ts';
import { resolveLabel } from '#shared/i18n/label.ts';
import type { FormatContext } from '../FormatContext.ts';
import { humanise } from '../humanise.ts';

/** What people call a choice: its declared name, else its own translation, else that of a status, else its id. */
export function choiceLabel(id: string, field: FieldOf<'enum'>, context: FormatContext): string {
  const { language, translate, resource } = context;
  const name = field.choices.find((choice) => choice.id === id)?.name;
  if (name !== undefined) return resolveLabel(name, language, translate);
  const asStatus = translate(`status.${id}`, { _: humanise(id) });
  return translate(`resources.${resource}.choices.${field.source}.${id}`, { _: asStatus });
}
