import { z } from 'zod';
import { labelSchema } from '../i18n/label.ts';

const base = z.strictObject({
  /** Key of the value in the record, snake_case. */
  source: z.string().regex(/^[a-z][a-z0-9_]*$/),
  label: labelSchema.optional(),
  help: labelSchema.optional(),
  sortable: z.boolean().optional(),
  /** The one search box looks here too. */
  search: z.boolean().optional(),
});

const choiceSchema = z.strictObject({
  id: z.string(),
  name: labelSchema.optional(),
  color: z.enum(['default', 'success', 'warning', 'error', 'info']).optional(),
});
export type Choice = z.infer<typeof choiceSchema>;

/** How the list may be narrowed by the field, of the ways that make sense for its type. */
const textFilter = z.enum(['eq', 'in', 'contains']).optional();
const numberFilter = z.enum(['eq', 'range']).optional();
const choiceFilter = z.enum(['eq', 'in']).optional();

/** One field of a resource; `type` decides how it is shown, filtered, checked and exported. */
export const fieldSchema = z.discriminatedUnion('type', [
  base.extend({ type: z.literal('text'), filter: textFilter, copy: z.boolean().optional() }),
  base.extend({ type: z.literal('longtext'), filter: z.literal('contains').optional() }),
  base.extend({ type: z.literal('integer'), filter: numberFilter }),
  base.extend({
    type: z.literal('money'),
    filter: numberFilter,
    /** Field of the same record that holds the currency; without it, the tenant's own. */
    currency: z.string().optional(),
  }),
  base.extend({ type: z.literal('rate'), filter: numberFilter }),
  base.extend({ type: z.literal('enum'), filter: choiceFilter, choices: z.array(choiceSchema).min(1) }),
  base.extend({ type: z.literal('datetime'), filter: z.literal('range').optional() }),
  base.extend({ type: z.literal('reference'), filter: choiceFilter, reference: z.string() }),
]);
export type Field = z.infer<typeof fieldSchema>;
export type FieldType = Field['type'];
export type FieldOf<T extends FieldType> = Extract<Field, { type: T }>;
