import { z } from 'zod';
import { acceptsValue, defaultOf, type Field, type FieldOf, MAX_AMOUNT } from '@merchant-console/declaration';
import { valueSchema } from '../recordSchema.ts';

const built = {
  create: new WeakMap<readonly Field[], BodySchema>(),
  edit: new WeakMap<readonly Field[], BodySchema>(),
};

type BodySchema = ReturnType<typeof buildBodySchema>;

/**
 * Schema of a body of fields. It only documents the values for the API description. `readValues` validates them,
 * because it knows the record and has messages per field. Built once per declaration, because describing its values
 * takes milliseconds.
 */
export function bodySchema(fields: readonly Field[], mode: 'create' | 'edit'): BodySchema {
  const schema = built[mode].get(fields) ?? buildBodySchema(fields, mode);
  built[mode].set(fields, schema);
  return schema;
}

function buildBodySchema(fields: readonly Field[], mode: 'create' | 'edit') {
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
  return (
    field.required === true &&
    defaultOf(field) === undefined &&
    field.when === undefined &&
    field.permission === undefined
  );
}

function descriptionOf(field: Field, isNeeded: boolean): Record<string, unknown> {
  const value = sentSchema(field);
  const { $schema: _, ...schema } = z.toJSONSchema(isNeeded ? value : value.nullable(), { unrepresentable: 'any' });
  return schema;
}

function sentSchema(field: Field): z.ZodType {
  if (field.type === 'money') return sentMoneySchema(field);
  // Those with an `id` exist already.
  return field.type === 'children' ? z.array(z.looseObject({ id: z.string().optional() })) : valueSchema(field);
}

/** Schema of a money field: digits up to its maximum; a sign or 0 only if it accepts them. */
function sentMoneySchema({ min = '0', max = MAX_AMOUNT.toString(), nonZero }: FieldOf<'money'>) {
  const [least, most] = [BigInt(min), BigInt(max)];
  const digits = String(most > -least ? most : -least).length;
  const whole = `${least < 0n ? '-?' : ''}[1-9][0-9]{0,${digits - 1}}`;
  const pattern = least > 0n || nonZero ? `^${whole}$` : `^(0|${whole})$`;
  const example = least > 0n ? min : most < 100n ? max : '100';
  const description = `Minor units as digits, ${min} to ${max}${nonZero ? ', but not 0' : ''}`;
  return z.string().meta({ description, pattern, example });
}
