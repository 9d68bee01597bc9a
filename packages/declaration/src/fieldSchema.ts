import { z } from 'zod';
import { amountSchema, placeSchema } from '@merchant-console/protocol';
import { labelSchema } from './texts/label.ts';
import { computedSchema } from './computedSchema.ts';
import { choiceSchema, countsSchema, linkSchema, markSchema } from './fieldParts.ts';
import { defaultSchema } from './defaultSchema.ts';
import type { ComponentKind } from './keys.ts';
import { MAX_SCALE } from './decimal.ts';
import { groupKeys } from './groupSchema.ts';
import { MASKS } from './mask.ts';
import { MOST_TEXTS } from './manyTexts.ts';
import { nameSchema, permissionNameSchema } from './names.ts';
import { predicateSchema } from './predicateSchema.ts';
import { dayLimits, decimalSchema, LEAST, MOST, patternSchema, textLength } from './valueSchemas.ts';

const flag = (text: string) => z.boolean().optional().describe(text);
/** A condition decides for each record. */
const flagOrCondition = (text: string) =>
  z.union([z.boolean(), predicateSchema]).optional().describe(`${text}. A condition on the record: only if it is true`);
/** More references than this would make a record slow to read and a filter slow to evaluate. */
export const MOST_REFERENCES = 100;
/** More lines than this would make a form slow to type in. */
export const MOST_CHILDREN = 200;

const BYTES = 'Maximum size in bytes';

/** Key of a React component. Only the checker of the whole folder can resolve keys added by files. */
export function componentSchema(...kinds: ComponentKind[]) {
  return z.string().meta({ componentKinds: kinds });
}

const base = z.strictObject({
  source: nameSchema.describe('Key of the value in a record'),
  at: placeSchema.optional().describe('Path of the value in the rows of another back end. Default: the source'),
  label: labelSchema.optional().describe('Name of the field. Default: its translation, otherwise the source as words'),
  help: labelSchema.optional().describe('Help text below the input'),
  required: flagOrCondition("Records can't be saved without a value. 0 and false are values"),
  readOnly: flagOrCondition("Shown, but can't be written through forms or calls"),
  writeOnce: flag('Can be written when a record is created, but not changed later'),
  when: predicateSchema
    .optional()
    .describe('Condition on the record: otherwise the field is neither shown nor written'),
  recordOnly: flag(
    'Only the response for a single record contains the value, not lists, because the server computes it in code',
  ),
  auxiliary: flag('Only for conditions, names and forms: users are offered neither a column nor an export of it'),
  permission: z
    .union([
      permissionNameSchema,
      z.strictObject({
        see: permissionNameSchema.optional().describe('Permission required to see and filter the field'),
        write: permissionNameSchema.optional().describe('Permission required to write the field, besides seeing it'),
      }),
    ])
    .optional()
    .describe('Permission required to see, filter and write the field, or one for each'),
  cell: componentSchema('field').optional().describe('Key of the React component that renders the value'),
  input: componentSchema('input').optional().describe('Key of the React component that edits the value'),
});

const sortable = flag('The list can be sorted by the field');
const scan = flag('Confirms that filtering, searching or sorting by the field may read all records');
const search = flag('The search box matches the beginning of this field');
const UNIQUE = 'Values are unique within a tenant';

const filters = <const T extends [string, ...string[]]>(...ways: T) =>
  z.enum(ways).optional().describe("How the list can be filtered by the field. Default: it can't");
const numberFilter = filters('eq', 'range');
const choiceFilter = filters('eq', 'in');

const computed = computedSchema.optional().describe('Computes the value from other fields; it is not stored');

/** One field of a resource. `type` decides how it is shown, filtered, checked, stored and exported. */
export const fieldSchema = z
  .discriminatedUnion('type', [
    base.extend({
      type: z.literal('text').describe('Single-line text'),
      ...textLength,
      pattern: patternSchema,
      format: z
        .enum(['email', 'url', 'phone', 'color', 'card'])
        .optional()
        .describe('Required format; color: #1a2b3c, card: 8 to 30 digits. Addresses and phone numbers are links'),
      default: defaultSchema(z.string()),
      unique: z
        .union([z.boolean(), z.literal('ignoring case')])
        .optional()
        .describe(`${UNIQUE}; "ignoring case": also if they only differ in case`),
      sortable,
      search,
      filter: filters('eq', 'in', 'contains'),
      scan,
      copy: flag('Adds a button that copies the value'),
      link: linkSchema.optional().describe('Links the value to a record whose resource depends on another field'),
      mask: z.enum(MASKS).optional().describe('Stores the value encrypted, and shows, exports and logs it masked'),
      payPassword: flag("Only with mask: revealing the value requires the user's payment password"),
      computed,
    }),
    base.extend({
      type: z.literal('longtext').describe('Multi-line text'),
      ...textLength,
      format: z.literal('markdown').optional().describe('Formatted on record pages'),
      default: defaultSchema(z.string()),
      search,
      filter: filters('contains'),
      scan,
    }),
    base.extend({
      type: z.literal('texts').describe('Several single-line texts, such as the phone numbers of a person'),
      ...textLength,
      format: z
        .enum(['email', 'url', 'phone'])
        .optional()
        .describe('Required format of each text. Addresses and phone numbers are links'),
      max: z.int().min(1).max(MOST_TEXTS).optional().describe(`Maximum number of texts. Default: ${MOST_TEXTS}`),
      search,
      scan,
    }),
    base.extend({ ...groupKeys, search: flag("The search box matches the beginning of words of the groups' texts") }),
    base.extend({
      type: z.literal('integer').describe('A whole number'),
      min: z.int().optional().describe(LEAST),
      max: z.int().optional().describe(MOST),
      default: defaultSchema(z.int()),
      unique: flag(UNIQUE),
      sortable,
      filter: numberFilter,
      scan,
      sum: z.literal(true).optional().describe('Allows sums over records, for counts such as a number of payments'),
      computed,
    }),
    base.extend({
      type: z.literal('decimal').describe('An exact number with decimals, as a string such as "12.500"'),
      scale: z.int().min(1).max(MAX_SCALE).describe('Number of decimals'),
      min: decimalSchema.optional().describe(LEAST),
      max: decimalSchema.optional().describe(MOST),
      default: defaultSchema(decimalSchema),
      sortable,
      filter: numberFilter,
      scan,
      sum: z.literal(true).optional().describe('Allows sums over records, for quantities'),
      computed,
    }),
    base.extend({
      type: z.literal('money').describe('An amount: a whole number of minor units as a string of digits'),
      currency: nameSchema.optional().describe("Field that contains the currency. Default: the tenant's currency"),
      min: amountSchema.optional().describe('Minimum amount, in minor units as digits'),
      max: amountSchema.optional().describe('Maximum amount, in minor units as digits'),
      nonZero: z.literal(true).optional().describe('true: rejects 0, which a range with negative amounts contains'),
      default: defaultSchema(amountSchema, 'Amount of a new record if none is sent, in minor units as digits'),
      sortable,
      filter: numberFilter,
      scan,
      sum: z.literal(false).optional().describe('false: no sums over records, for amounts such as balances and limits'),
      counts: countsSchema.optional().describe('Records in which the amount is money that moved. Default: all'),
      computed,
    }),
    base.extend({
      type: z.literal('rate').describe('A rate in hundredths of a percent: 250 is 2.50 %'),
      min: z.int().optional().describe(LEAST),
      max: z.int().optional().describe(MOST),
      default: defaultSchema(z.int()),
      sortable,
      filter: numberFilter,
      scan,
      computed,
    }),
    base.extend({
      type: z.literal('enum').describe('One of a fixed list of values'),
      choices: z.array(choiceSchema).min(1).describe('All values, in display order'),
      marks: z.array(markSchema).min(1).optional().describe('Further badges beside the value, each under a condition'),
      default: defaultSchema(z.string()),
      sortable,
      filter: choiceFilter,
      scan,
    }),
    base.extend({
      type: z.literal('boolean').describe('true or false'),
      default: defaultSchema(z.boolean()),
      sortable,
      filter: filters('eq'),
      scan,
      computed,
    }),
    base.extend({
      type: z.literal('date').describe('A date without a time: 2026-03-08'),
      ...dayLimits,
      default: defaultSchema(
        z.string(),
        'Value of a new record if none is sent, or a word such as $today or $today+30d',
      ),
      sortable,
      filter: filters('eq', 'range'),
      scan,
    }),
    base.extend({
      type: z.literal('datetime').describe("A date and time, shown in the user's time zone"),
      default: defaultSchema(z.string(), 'Value of a new record if none is sent, or a word such as $now or $now+2h'),
      sortable,
      filter: filters('range'),
      scan,
    }),
    base.extend({
      type: z.literal('reference').describe('The id of a record of another resource'),
      reference: nameSchema.describe('Name of the other resource'),
      default: defaultSchema(z.string(), 'ID in a new record if none is sent; $user in references to users'),
      instead: nameSchema.optional().describe('Field of type text that is shown if the value is empty'),
      new: flag('Users who may create records of the other resource can do so beside the input'),
      onDelete: z
        .enum(['refuse', 'delete', 'clear'])
        .optional()
        .describe(
          'What happens to a record if the one it refers to is deleted. refuse (default): that deletion is refused; delete: it is deleted, too; clear: its reference is emptied',
        ),
      sortable,
      filter: choiceFilter,
      scan,
    }),
    base.extend({
      type: z.literal('references').describe('The ids of several records of another resource'),
      reference: nameSchema.describe('Name of the other resource'),
      max: z.int().min(1).max(MOST_REFERENCES).optional().describe('Maximum number of records. Default: 100'),
      onDelete: z
        .enum(['refuse', 'clear'])
        .optional()
        .describe(
          'What happens if one of the records is deleted. refuse (default): that deletion is refused; clear: it is taken out of the list',
        ),
      new: flag('Users who may create records of the other resource can do so beside the input'),
      filter: z
        .enum(['any', 'all', 'none'])
        .optional()
        .describe(
          "Records that a list's filter finds: those with any, all or none of the chosen ones. Default: no filter",
        ),
    }),
    base.extend({
      type: z.literal('children').describe('Records of another resource that are edited in the form of this one'),
      reference: nameSchema.describe('Name of the other resource'),
      target: nameSchema.describe('Reference of the other resource to this one'),
      columns: z.array(nameSchema).min(1).describe('Fields of the other resource in the form, in display order'),
      order: nameSchema
        .optional()
        .describe("Integer of the other resource by which users order a record's lines. Default: oldest first"),
      min: z.int().min(0).max(MOST_CHILDREN).optional().describe('Minimum number of lines. Default: 0'),
      max: z.int().min(1).max(MOST_CHILDREN).optional().describe('Maximum number of lines. Default: 200'),
    }),
    base.extend({
      type: z.literal('secret').describe('A text that is stored encrypted and never returned'),
      ...textLength,
    }),
    base.extend({
      type: z.literal('file').describe('An uploaded file'),
      accept: z
        .array(z.string())
        .min(1)
        .optional()
        .describe('Accepted media types, such as application/pdf. Default: all'),
      maxSize: z.int().min(1).optional().describe(BYTES),
    }),
    base.extend({
      type: z.literal('image').describe('An uploaded image'),
      maxSize: z.int().min(1).optional().describe(BYTES),
    }),
    base.extend({ type: z.literal('json').describe('Any JSON value, edited as text') }),
  ])
  .meta({ id: 'Field', description: 'A field of a record. Its type determines which other keys are allowed' });
export type Field = z.infer<typeof fieldSchema>;
export type FieldType = Field['type'];
export type FieldOf<T extends FieldType> = Extract<Field, { type: T }>;
