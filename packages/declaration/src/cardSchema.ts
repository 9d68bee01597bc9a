import { z } from 'zod';
import { chartSchema } from './chartSchema.ts';
import { nameSchema } from './names.ts';
import { predicateSchema } from './predicateSchema.ts';
import { sortSchema } from './sortSchema.ts';
import { labelSchema } from './texts/label.ts';

/** What each card of a dashboard has. */
const shared = {
  reference: nameSchema.describe('Resource of the records'),
  label: labelSchema.optional().describe('Heading of the card. Default: the name of the resource, of its field or sum'),
  filter: predicateSchema
    .optional()
    .describe('Condition for the records, of comparisons that the list of the resource can filter by'),
};

const figureSchema = z.strictObject({
  type: z.literal('figure').describe('A number, which leads to the list of its records'),
  ...shared,
  sum: nameSchema.optional().describe("Field in the list's summary whose sum is shown. Default: the number of records"),
});

const chartCardSchema = z.strictObject({
  type: z.literal('chart').describe('Bars, each of which leads to the list of its records'),
  ...chartSchema.shape,
  ...shared,
});

const listCardSchema = z.strictObject({
  type: z.literal('list').describe('The first records, with links to them and to all'),
  ...shared,
  columns: z
    .array(nameSchema)
    .min(1)
    .optional()
    .describe('Columns, in display order. Default: the first ones of the list of the resource'),
  sort: sortSchema.optional().describe('Order of the records. Default: that of the list of the resource'),
  perPage: z.int().min(1).max(20).optional().describe('Maximum number of records. Default: 5'),
});

/** A card of a dashboard. */
export const cardSchema = z.discriminatedUnion('type', [figureSchema, chartCardSchema, listCardSchema]);
