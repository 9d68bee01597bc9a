import { z } from 'zod';

/** Value of a new record if none is sent: a constant or a word, the value of another record, or the next number. */
const derivedSchema = z
  .union([
    z.strictObject({
      from: z
        .string()
        .describe('Reference of this record and a field of the record that it refers to: product_id.price'),
    }),
    z.strictObject({
      sequence: z
        .string()
        .min(1)
        .max(100)
        .describe('Number assigned when the record is saved, as INV-{yyyy}-{0000}: the zeros are the least digits'),
      gapless: z
        .boolean()
        .optional()
        .describe('No number is missing, because records of a tenant are created one after another'),
    }),
  ])
  .meta({ id: 'Default', description: 'A value that is taken from another record, or the next number of a sequence' });

/** The value of a `default` that isn't a constant or a word. */
export type DerivedDefault = z.infer<typeof derivedSchema>;

/** The schema of a `default`. @param constant the schema of the field's values */
export function defaultSchema<T extends z.ZodType>(constant: T, text = 'Value of a new record if none is sent') {
  return z.union([constant, derivedSchema]).optional().describe(text);
}
