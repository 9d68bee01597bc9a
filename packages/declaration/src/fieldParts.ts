import { z } from 'zod';
import { nameSchema } from './names.ts';
import { predicateSchema } from './predicateSchema.ts';
import { labelSchema } from './texts/label.ts';

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

const colorSchema = z.enum(['default', 'success', 'warning', 'error', 'info']);

export const choiceSchema = z.strictObject({
  id: z.string().min(1).max(64).describe('Stored value'),
  name: labelSchema.optional().describe('Displayed name. Default: its translation, otherwise the id as words'),
  color: colorSchema.optional().describe('Colour of the badge. Default: plain text, no badge'),
});
export type Choice = z.infer<typeof choiceSchema>;

/** A badge beside the value of a field. */
export const markSchema = z.strictObject({
  label: labelSchema.describe('Text of the badge'),
  color: colorSchema.describe('Colour of the badge'),
  when: predicateSchema.describe('Condition on the record: otherwise the badge is not shown'),
  amount: nameSchema.optional().describe('Field of type money whose value is shown after the text'),
  currency: nameSchema.optional().describe("Field that contains the amount's currency. Default: the tenant's currency"),
});
export type Mark = z.infer<typeof markSchema>;
