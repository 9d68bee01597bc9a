import { z } from 'zod';
import { nameSchema } from './names.ts';
import { predicateSchema } from './predicateSchema.ts';

/** In which records an amount is money that has moved. */
export const countsSchema = z.strictObject({
  when: predicateSchema.describe('Condition for an amount that moved: it is shown, exported and included in sums'),
  frozen: predicateSchema
    .optional()
    .describe('Condition for a frozen amount: it is shown as frozen and not included in sums'),
  expected: predicateSchema
    .optional()
    .describe('Condition for an expected amount: it is shown as expected and not included in sums'),
});

/** The record that a text links to. */
export const linkSchema = z.strictObject({
  by: nameSchema.describe('Field whose value determines the resource of the linked record'),
  to: z
    .record(z.string(), nameSchema)
    .optional()
    .describe('Resource for each value of that field. Default: the value is the name of the resource'),
  id: nameSchema.optional().describe('Field that contains the id of the linked record. Default: this field'),
});
