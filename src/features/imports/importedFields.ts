import { type Field, fieldLabel, humanise, type Resource } from '@merchant-console/declaration';
import type { Import } from '#shared/contract/imports.ts';
import type { FormatContext } from '@merchant-console/ra-declared';

/** Label of a field, or its source as words if the user doesn't see it. */
export function labelIn(resource: Resource, source: string, context: FormatContext): string {
  const field = resource.fields.find((one) => one.source === source);
  return field ? fieldLabel(field, context) : humanise(source);
}

/** Fields that a new record needs and that no column fills. */
export function missingFields({ fields }: Resource, file: Import, chosen: readonly (string | null)[]): Field[] {
  const hasDefault = (field: Field) => 'default' in field && field.default !== undefined;
  return fields.filter(
    (field) =>
      field.required === true &&
      !hasDefault(field) &&
      file.fields.includes(field.source) &&
      !chosen.includes(field.source),
  );
}
