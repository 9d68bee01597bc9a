import { z } from 'zod';
import { amountSchema } from '../contract/amount.ts';
import { labelSchema } from '../i18n/label.ts';
import { computedSchema } from './computedSchema.ts';
import { SHIPPED_COMPONENTS, type ComponentKind } from './keys.ts';
import { MASKS } from './mask.ts';
import { nameSchema, permissionNameSchema } from './names.ts';
import { predicateSchema } from './predicateSchema.ts';

const flag = (text: string) => z.boolean().optional().describe(text);
const length = z.int().min(0).max(1_000_000);
const BYTES = 'Largest size in bytes';
const LEAST = 'Least value allowed';
const MOST = 'Largest value allowed';
const DEFAULT = 'Value of a new record that is given none';

/** Key of a React component. Only the checker of the whole folder can resolve keys added by files. */
export function componentSchema(...kinds: ComponentKind[]) {
  return z.string().meta({ examples: kinds.flatMap((kind) => Object.keys(SHIPPED_COMPONENTS[kind])) });
}

const base = z.strictObject({
  source: nameSchema.describe('Key of the value in the record'),
  label: labelSchema.optional().describe('Name of the field; else its translation, else the source made readable'),
  help: labelSchema.optional().describe('Said below the input'),
  required: flag('A record cannot be saved without a value; 0 and false are values'),
  readOnly: flag('Shown, never written through forms or calls'),
  writeOnce: flag('Written when the record is created and fixed from then on'),
  when: predicateSchema.optional().describe('The field is shown and written only for records for which this holds'),
  recordOnly: flag('Only the answer about one record has the value, not lists; some code of the server works it out'),
  permission: permissionNameSchema
    .optional()
    .describe('Only holders of this permission see, filter and write the field'),
  cell: componentSchema('field').optional().describe('React component that draws the value'),
  input: componentSchema('input').optional().describe('React component that edits the value'),
});

const sortable = flag('The list can be sorted by the field');
const scan = flag('It is meant that filtering, searching or sorting by the field reads all records');
const search = flag('The one search box looks for texts that begin so in this field');
const unique = flag('No two records of a tenant may have the same value');

const choiceSchema = z.strictObject({
  id: z.string().min(1).max(64).describe('The value itself'),
  name: labelSchema.optional().describe('What is read; else its translation, else the id made readable'),
  color: z.enum(['default', 'success', 'warning', 'error', 'info']).optional().describe('Makes the value a badge'),
});
export type Choice = z.infer<typeof choiceSchema>;

const textLength = {
  minLength: length.optional().describe('Fewest characters'),
  maxLength: length.optional().describe('Most characters'),
};
const filters = <const T extends [string, ...string[]]>(...ways: T) =>
  z.enum(ways).optional().describe('How the list can be narrowed by the field');
const numberFilter = filters('eq', 'range');
const choiceFilter = filters('eq', 'in');

const countsSchema = z.strictObject({
  when: predicateSchema.describe('The amount moved: it is shown, exported and added up'),
  frozen: predicateSchema.optional().describe('The amount is held: it is shown as such and not added up'),
  expected: predicateSchema.optional().describe('The amount is still to come: it is shown as such and not added up'),
});
export type Counts = z.infer<typeof countsSchema>;

const day = z.iso.date();

const linkSchema = z.strictObject({
  by: nameSchema.describe('Field whose value says which resource the record is of'),
  to: z
    .record(z.string(), nameSchema)
    .optional()
    .describe('Resource for each value of that field; the value itself is the name of the resource when absent'),
  id: nameSchema.optional().describe('Field that holds the id of the record; this field when absent'),
});

/** One field of a resource. `type` decides how it is shown, filtered, checked, stored and exported. */
export const fieldSchema = z
  .discriminatedUnion('type', [
    base.extend({
      type: z.literal('text').describe('A text of one line'),
      ...textLength,
      pattern: z.string().optional().describe('Regular expression that the whole value must match'),
      format: z.enum(['email', 'url', 'card']).optional().describe('What the text must be; card: 8 to 30 digits'),
      default: z.string().optional().describe(DEFAULT),
      unique,
      sortable,
      search,
      filter: filters('eq', 'in', 'contains'),
      scan,
      copy: flag('Offers to copy the value'),
      link: linkSchema.optional().describe('The value leads to a record, whose resource another field names'),
      mask: z.enum(MASKS).optional().describe('Stored encrypted; shown, exported and logged with only a part readable'),
      payPassword: flag('With a mask: reading the whole value asks for the payment password of the user'),
    }),
    base.extend({
      type: z.literal('longtext').describe('A text of several lines'),
      ...textLength,
      default: z.string().optional().describe(DEFAULT),
      search,
      filter: filters('contains'),
      scan,
    }),
    base.extend({
      type: z.literal('integer').describe('A whole number'),
      min: z.int().optional().describe(LEAST),
      max: z.int().optional().describe(MOST),
      default: z.int().optional().describe(DEFAULT),
      unique,
      sortable,
      filter: numberFilter,
      scan,
      sum: z.literal(true).optional().describe('Values of several records may be added up, as of a number of payments'),
      computed: computedSchema.optional().describe('Made of other fields and never stored'),
    }),
    base.extend({
      type: z.literal('money').describe('An amount, as digits of minor units'),
      currency: nameSchema
        .optional()
        .describe("Field of the record that holds the currency; without it, the tenant's own"),
      min: amountSchema.optional().describe('In minor units, as digits'),
      max: amountSchema.optional().describe('In minor units, as digits'),
      default: amountSchema.optional().describe('In minor units, as digits'),
      sortable,
      filter: numberFilter,
      scan,
      sum: z
        .literal(false)
        .optional()
        .describe('Values of several records are never added up, as of balances and limits'),
      counts: countsSchema.optional().describe('In which records the amount is money that moved; in all when absent'),
      computed: computedSchema.optional().describe('Made of other fields and never stored'),
    }),
    base.extend({
      type: z.literal('rate').describe('Hundredths of a percent: 250 is 2.50 %'),
      min: z.int().optional().describe(LEAST),
      max: z.int().optional().describe(MOST),
      default: z.int().optional().describe(DEFAULT),
      sortable,
      filter: numberFilter,
      scan,
      computed: computedSchema.optional().describe('Made of other fields and never stored'),
    }),
    base.extend({
      type: z.literal('enum').describe('One of a few choices'),
      choices: z.array(choiceSchema).min(1).describe('All values there are, in the order in which they are offered'),
      default: z.string().optional().describe(DEFAULT),
      sortable,
      filter: choiceFilter,
      scan,
    }),
    base.extend({
      type: z.literal('boolean').describe('Yes or no'),
      default: z.boolean().optional().describe(DEFAULT),
      sortable,
      filter: filters('eq'),
      scan,
    }),
    base.extend({
      type: z.literal('date').describe('A day without a time: 2026-03-08'),
      min: day.optional().describe('First day allowed'),
      max: day.optional().describe('Last day allowed'),
      default: day.optional().describe(DEFAULT),
      sortable,
      filter: filters('eq', 'range'),
      scan,
    }),
    base.extend({
      type: z.literal('datetime').describe('A moment, shown in the time zone of the tenant'),
      sortable,
      filter: filters('range'),
      scan,
    }),
    base.extend({
      type: z.literal('reference').describe('A record of another resource, by its id'),
      reference: nameSchema.describe('Name of the resource whose record is meant'),
      sortable,
      filter: choiceFilter,
      scan,
    }),
    base.extend({ type: z.literal('secret').describe('Written, stored encrypted, never read'), ...textLength }),
    base.extend({
      type: z.literal('file').describe('A file that is uploaded'),
      accept: z.array(z.string()).min(1).optional().describe('Media types such as application/pdf'),
      maxSize: z.int().min(1).optional().describe(BYTES),
    }),
    base.extend({
      type: z.literal('image').describe('A picture that is uploaded'),
      maxSize: z.int().min(1).optional().describe(BYTES),
    }),
    base.extend({ type: z.literal('json').describe('Any JSON value, edited as text') }),
  ])
  .meta({ id: 'Field', description: 'One value of a record; its type decides what can be said about it' });
export type Field = z.infer<typeof fieldSchema>;
export type FieldType = Field['type'];
export type FieldOf<T extends FieldType> = Extract<Field, { type: T }>;
