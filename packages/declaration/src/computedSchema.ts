import { z } from 'zod';
import { nameSchema } from './names.ts';
import type { Predicate } from './predicate.ts';
import { predicateSchema } from './predicateSchema.ts';

const sources = z.array(nameSchema).min(2);
const holds: z.ZodType<Predicate> = predicateSchema.describe('True if the condition on the record is true');

/** A value computed from other fields of the same record, or from records that are related to it. */
export const computedSchema = z
  .union([
    z.strictObject({ sum: sources.describe('Sum of these fields') }),
    z.strictObject({ difference: sources.describe('The first field minus all others') }),
    z.strictObject({
      ratio: z
        .tuple([nameSchema, nameSchema])
        .describe('The first field divided by the second, in hundredths of a percent'),
    }),
    z.strictObject({
      product: sources.describe('These fields multiplied, rounded half away from zero: quantity and unit price'),
    }),
    z.strictObject({
      share: z
        .tuple([nameSchema, nameSchema])
        .describe('The part of the first field that the second, a rate, says, rounded half away from zero'),
    }),
    z.strictObject({
      from: z
        .string()
        .describe('Reference of this record and a field of the record that it refers to: invoice_id.currency'),
    }),
    z.strictObject({
      sumOf: z
        .tuple([nameSchema, nameSchema])
        .describe('Resource whose records refer to this one, and the field of theirs that is summed'),
    }),
    z.strictObject({ countOf: nameSchema.describe('Resource whose records that refer to this one are counted') }),
    z.strictObject({ holds }),
    z.strictObject({
      text: z
        .string()
        .regex(/%\{\w+\}/)
        .max(200)
        .describe('A text with fields of the record: "%{first_name} %{last_name}"'),
    }),
  ])
  .meta({ id: 'Computed', description: 'A value computed from other fields; it is not stored' });
export type Computed = z.infer<typeof computedSchema>;
