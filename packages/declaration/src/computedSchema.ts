import { z } from 'zod';
import { nameSchema } from './names.ts';

const sources = z.array(nameSchema).min(2);

/** A value computed from other fields of the same record. */
export const computedSchema = z
  .union([
    z.strictObject({ sum: sources.describe('Sum of these fields') }),
    z.strictObject({ difference: sources.describe('The first field minus all others') }),
    z.strictObject({
      ratio: z
        .tuple([nameSchema, nameSchema])
        .describe('The first field divided by the second, in hundredths of a percent'),
    }),
  ])
  .meta({ id: 'Computed', description: 'A value computed from other fields; it is not stored' });
export type Computed = z.infer<typeof computedSchema>;
