import { z } from 'zod';
import { nameSchema } from './names.ts';

/** The order of records. */
export const sortSchema = z.strictObject({
  field: nameSchema.describe('A sortable field, id or created_at'),
  order: z.enum(['ASC', 'DESC']).describe('ASC: lowest first'),
});
