import { z } from 'zod';
import { PERIODS } from '@merchant-console/protocol';
import { nameSchema } from './names.ts';
import { labelSchema } from './texts/label.ts';

/** A chart above a list. */
export const chartSchema = z.strictObject({
  by: nameSchema.describe(
    'Field with a filter: a bar for each value of an enum, boolean or reference field, or each period of a date',
  ),
  per: z.enum(PERIODS).optional().describe('The periods of a field of type date or datetime'),
  sum: nameSchema.optional().describe('Field of `summary` whose sum the bars show. Default: the number of records'),
  label: labelSchema.optional().describe('Heading of the chart. Default: the label of the field'),
});
export type ChartDeclaration = z.infer<typeof chartSchema>;
