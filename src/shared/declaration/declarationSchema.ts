import { z } from 'zod';
import { labelSchema } from '../i18n/label.ts';
import { fieldSchema } from './fieldSchema.ts';

const sort = z.strictObject({ field: z.string(), order: z.enum(['ASC', 'DESC']) });

/** What a file `resources/<name>.json` may say. */
export const declarationSchema = z.strictObject({
  $schema: z.string().optional(),
  version: z.literal(1),
  name: z.string().regex(/^[a-z][a-z0-9_]*$/),
  /** Path below `/prod-api`; the name in kebab case when absent. */
  endpoint: z.string().optional(),
  label: labelSchema.optional(),
  icon: z.string().optional(),
  /** Field that names a record in titles and links. */
  recordRepresentation: z.string().optional(),
  fields: z.array(fieldSchema).min(1),
  list: z
    .strictObject({
      columns: z.array(z.string()).min(1).optional(),
      sort: sort.optional(),
      perPage: z.union([z.literal(10), z.literal(20), z.literal(30)]).optional(),
      /** Enum field whose choices become tabs over the list. */
      tabs: z.string().optional(),
      /** Money fields whose sum over the current filter is shown. */
      summary: z.array(z.string()).optional(),
    })
    .optional(),
  show: z
    .strictObject({
      groups: z.array(z.strictObject({ label: labelSchema.optional(), fields: z.array(z.string()).min(1) })).min(1),
    })
    .optional(),
});
export type Declaration = z.infer<typeof declarationSchema>;
