import { z } from 'zod';
import { nameSchema } from './names.ts';
import type { Predicate } from './predicate.ts';

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const field = nameSchema.describe('The field of the record that is compared');
const ordered = z.union([z.string(), z.number()]);

export const predicateSchema: z.ZodType<Predicate> = z
  .union([
    z.strictObject({ field, eq: scalar.describe('It equals this') }),
    z.strictObject({ field, ne: scalar.describe('It does not equal this') }),
    z.strictObject({ field, in: z.array(scalar).min(1).describe('It equals one of these') }),
    z.strictObject({ field, gt: ordered.describe('It is greater than this') }),
    z.strictObject({ field, lt: ordered.describe('It is less than this') }),
    z.strictObject({
      all: z
        .array(z.lazy(() => predicateSchema))
        .min(1)
        .describe('Each of these holds'),
    }),
    z.strictObject({
      any: z
        .array(z.lazy(() => predicateSchema))
        .min(1)
        .describe('At least one of these holds'),
    }),
    z.strictObject({ not: z.lazy(() => predicateSchema).describe('This does not hold') }),
  ])
  .meta({
    id: 'Predicate',
    description: 'Holds or not for a record: a comparison of one field, or all, any, not of others',
  });
