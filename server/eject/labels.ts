import type { Field, FieldOf } from '#shared/declaration/fieldSchema.ts';
import { humanise } from '#shared/format/humanise.ts';
import type { Label } from '#shared/i18n/label.ts';
import type { Messages } from '#shared/i18n/translator.ts';
import type { Scope } from './Scope.ts';
import { Code, type Attribute } from './jsx.ts';

/**
 * A field's label as react-admin takes one: nothing where it finds the translation by itself, under
 * `resources.<name>.fields.<source>`; else a key or words.
 */
export function fieldLabelAttribute({ label, source }: Field, { resource, messages }: Scope): Attribute {
  if (label !== undefined || hasText(messages, `resources.${resource}.fields.${source}`)) return labelAttribute(label);
  return hasText(messages, `fields.${source}`) ? `fields.${source}` : undefined;
}

/** Any label: a key, or words in each language. */
export function labelAttribute(label: Label | undefined): Attribute {
  if (label === undefined || typeof label === 'string') return label;
  return new Code(`<Words texts={${JSON.stringify(label)}} />`);
}

/** `choices` of a SelectField or SelectInput: their names are translation keys where there are such texts. */
export function choicesOf(
  field: FieldOf<'enum'>,
  resource: string,
  messages: Messages,
): { id: string; name: string }[] {
  return field.choices.map(({ id, name }) => {
    if (name !== undefined) return { id, name: typeof name === 'string' ? name : (name.en ?? id) };
    const { source } = field;
    const keys = [`resources.${resource}.choices.${source}.${id}`, `choices.${source}.${id}`, `status.${id}`];
    return { id, name: keys.find((key) => hasText(messages, key)) ?? humanise(id) };
  });
}

function hasText(messages: Messages, key: string): boolean {
  let found: Messages | string | undefined = messages;
  for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined;
  return typeof found === 'string';
}
