import { z } from 'zod';
import { nameSchema } from './names.ts';
import { predicateSchema } from './predicateSchema.ts';

/** Events of records that webhook endpoints can receive. */
export const webhooksSchema = z
  .array(
    z.strictObject({
      on: z
        .array(nameSchema)
        .min(1)
        .describe('What happens to a record: create, edit, delete, or actions by their keys'),
      when: predicateSchema
        .optional()
        .describe('Condition for the record after the change, or before it is deleted. Default: all records'),
    }),
  )
  .min(1);
