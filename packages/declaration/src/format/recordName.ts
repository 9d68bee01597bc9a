import type { Field, FieldOf } from '../fieldSchema.ts';
import { placeholdersIn } from '../texts/label.ts';
import { plainText } from '../texts/plainText.ts';

interface Named {
  recordRepresentation: string;
  fields: readonly Field[];
}

/** The name of a referenced record, or undefined if it isn't known. */
type ReferenceName = (reference: string, id: string) => string | undefined;

/**
 * Name of a record: the value of its declared representation, or its ID.
 * @param referenceName names of the references in it, which are otherwise left out
 */
export function recordName(
  record: Readonly<Record<string, unknown>>,
  { recordRepresentation: form, fields }: Named,
  referenceName?: ReferenceName,
): string {
  const textOf = (source: string) => {
    const text = plainText(record[source]);
    const field = fields.find((one) => one.source === source);
    return field?.type === 'reference' ? (text !== '' && referenceName?.(field.reference, text)) || '' : text;
  };
  const name = isTemplate(form)
    ? form
        .replaceAll(/%\{(\w+)\}/g, (_, source: string) => textOf(source))
        .replaceAll(/\s+/g, ' ')
        .trim()
    : plainText(record[form]);
  return name || plainText(record['id']);
}

/** The fields that a record's name consists of. */
export function namingSources(form: string): string[] {
  return isTemplate(form) ? placeholdersIn(form) : [form];
}

/** The references in a record's name. */
export function namingReferences({ recordRepresentation: form, fields }: Named): FieldOf<'reference'>[] {
  if (!isTemplate(form)) return [];
  const sources = namingSources(form);
  return fields.filter(
    (field): field is FieldOf<'reference'> => field.type === 'reference' && sources.includes(field.source),
  );
}

/** The representation without the hidden fields; null if nothing is left. */
export function withoutSources(form: string, hidden: ReadonlySet<string>): string | null {
  if (!isTemplate(form)) return hidden.has(form) ? null : form;
  const left = form.replaceAll(/%\{(\w+)\}/g, (whole, source: string) => (hidden.has(source) ? '' : whole)).trim();
  return isTemplate(left) ? left : null;
}

export function isTemplate(form: string): boolean {
  return form.includes('%{');
}
