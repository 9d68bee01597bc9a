import { z } from 'zod';
import { nameSchema } from './names.ts';
import type { Predicate } from './predicate.ts';

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const field = nameSchema.describe('Field of the record to compare');
const ordered = z.union([z.string(), z.number()]);

export const predicateSchema: z.ZodType<Predicate> = z
  .union([
    z.strictObject({ field, eq: scalar.describe('True if the field equals this value') }),
    z.strictObject({ field, ne: scalar.describe('True if the field does not equal this value') }),
    z.strictObject({ field, in: z.array(scalar).min(1).describe('True if the field equals one of these values') }),
    z.strictObject({ field, gt: ordered.describe('True if the field is greater than this value') }),
    z.strictObject({ field, lt: ordered.describe('True if the field is less than this value') }),
    z.strictObject({
      all: z
        .array(z.lazy(() => predicateSchema))
        .min(1)
        .describe('True if all of these conditions are true'),
    }),
    z.strictObject({
      any: z
        .array(z.lazy(() => predicateSchema))
        .min(1)
        .describe('True if at least one of these conditions is true'),
    }),
    z.strictObject({ not: z.lazy(() => predicateSchema).describe('True if this condition is false') }),
  ])
  .meta({
    id: 'Predicate',
    description: 'A condition on a record: a comparison of one field, or all, any or not of other conditions',
  });
