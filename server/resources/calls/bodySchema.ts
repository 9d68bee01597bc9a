import { z } from 'zod';
import { takesValue } from '#shared/declaration/checkValue.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import { valueSchema } from '../recordSchema.ts';

/**
 * A body of fields. The values are left for `readValues` to check, which knows the record and says what is wrong in a
 * field's own words; what they should look like is only told to readers of the API description.
 */
export function bodySchema(fields: readonly Field[], mode: 'create' | 'edit') {
  const described = fields
    .filter((field) => takesValue(field, mode))
    .map((field): [string, z.ZodType] => [field.source, z.unknown().optional().meta(descriptionOf(field))]);
  return z.looseObject(Object.fromEntries(described));
}

function descriptionOf(field: Field): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(valueSchema(field).nullable(), { unrepresentable: 'any' });
  return schema;
}
