import { z } from 'zod';
import { nameSchema } from './names.ts';

const sources = z.array(nameSchema).min(2);

/** A value computed from other fields of the same record. */
export const computedSchema = z
  .union([
    z.strictObject({ sum: sources.describe('All of them added up') }),
    z.strictObject({ difference: sources.describe('The first less all others') }),
    z.strictObject({
      ratio: z.tuple([nameSchema, nameSchema]).describe('The first in parts of the second, in hundredths of a percent'),
    }),
  ])
  .meta({ id: 'Computed', description: 'The value is made of other fields and never stored' });
export type Computed = z.infer<typeof computedSchema>;
