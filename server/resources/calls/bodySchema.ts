import { z } from 'zod';
import { acceptsValue } from '#shared/declaration/checkValue.ts';
import type { Field, FieldOf } from '#shared/declaration/fieldSchema.ts';
import { MAX_AMOUNT } from '#shared/money/amount.ts';
import { valueSchema } from '../recordSchema.ts';

/**
 * Schema of a body of fields. It only documents the values for the API description. `readValues` validates them,
 * because it knows the record and has messages per field.
 */
export function bodySchema(fields: readonly Field[], mode: 'create' | 'edit') {
  const described = fields
    .filter((field) => acceptsValue(field, mode))
    .map((field): [string, z.ZodType] => {
      const isNeeded = mode === 'create' && isAlwaysNeeded(field);
      // Documented as required. `readValues` reports it if missing, together with all other problems.
      const value = isNeeded ? z.unknown().catch(undefined) : z.unknown().optional();
      return [field.source, value.meta(descriptionOf(field, isNeeded))];
    });
  return z.looseObject(Object.fromEntries(described));
}

/** True if every new record needs the field. Others have a default, or are required only under a condition. */
function isAlwaysNeeded(field: Field): boolean {
  const hasDefault = 'default' in field && field.default !== undefined;
  return field.required === true && !hasDefault && field.when === undefined && field.permission === undefined;
}

function descriptionOf(field: Field, isNeeded: boolean): Record<string, unknown> {
  const value = field.type === 'money' ? sentMoneySchema(field) : valueSchema(field);
  const { $schema: _, ...schema } = z.toJSONSchema(isNeeded ? value : value.nullable(), { unrepresentable: 'any' });
  return schema;
}

/** Schema of a money field: digits up to its maximum; a sign or 0 only if its range contains them. */
function sentMoneySchema({ min = '0', max = MAX_AMOUNT.toString() }: FieldOf<'money'>) {
  const [least, most] = [BigInt(min), BigInt(max)];
  const digits = String(most > -least ? most : -least).length;
  const whole = `[1-9][0-9]{0,${digits - 1}}`;
  const pattern = least < 0n ? `^(0|-?${whole})$` : least === 0n ? `^(0|${whole})$` : `^${whole}$`;
  const example = least > 0n ? min : most < 100n ? max : '100';
  return z.string().meta({ description: `Minor units as digits, ${min} to ${max}`, pattern, example });
}
