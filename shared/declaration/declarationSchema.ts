import { z } from 'zod';
import { envelopeFormSchema } from '../contract/envelopeForm.ts';
import { labelSchema } from '../i18n/label.ts';
import { actionSchema } from './actionSchema.ts';
import { endpointsSchema } from './endpointSchema.ts';
import { componentSchema, fieldSchema } from './fieldSchema.ts';
import { ICON_NAMES } from './keys.ts';
import { nameSchema } from './names.ts';
import { OPERATIONS } from './permissions.ts';
import { predicateSchema } from './predicateSchema.ts';

const sources = z.array(nameSchema).min(1);
const sort = z.strictObject({
  field: nameSchema.describe('A sortable field, or id or created_at'),
  order: z.enum(['ASC', 'DESC']).describe('ASC: the least first'),
});
const group = z.strictObject({
  label: labelSchema.optional().describe('Heading of the group'),
  fields: sources.describe('Fields in the group, in this order'),
});
const groups = z.array(group).min(1);

const listSchema = z.strictObject({
  columns: sources.optional().describe('Fields shown, in this order; all when absent'),
  sort: sort.optional().describe('Order at first; the newest first when absent'),
  perPage: z
    .union([z.literal(10), z.literal(20), z.literal(30)])
    .optional()
    .describe('Rows of a page at first'),
  tabs: nameSchema.optional().describe('Enum field whose choices become tabs over the list'),
  summary: sources.optional().describe('Fields whose sums over the current filter are shown, one for each currency'),
  rowClick: z.enum(['show', 'edit', 'expand', 'none']).optional().describe('What a click on a row opens'),
  expand: sources.optional().describe('Fields shown below a row that is opened'),
  export: z.union([z.boolean(), sources]).optional().describe('false: none; fields: those that an export may have'),
});

const formSchema = z.strictObject({
  groups: groups.optional().describe('Parts of the form below each other; one with all fields when absent'),
  tabs: groups.optional().describe('Parts of the form behind tabs, instead of groups'),
  createOnly: sources.optional().describe('Fields that are only in the form of a new record'),
  editOnly: sources.optional().describe('Fields that are only in the form of an existing record'),
  afterCreate: nameSchema.optional().describe('Action that begins on the page of a record which was just created'),
});

const relatedSchema = z.strictObject({
  reference: nameSchema.describe('Resource of the records that are listed'),
  target: nameSchema.describe('Its field that holds the id of this record, or the value of `source`'),
  source: nameSchema.optional().describe('Field of this record that `target` is compared with; the id when absent'),
  label: labelSchema.optional().describe('Heading of the list; the name of the resource when absent'),
  columns: sources.optional().describe('Fields of the other resource; its own columns when absent'),
  actions: z.boolean().optional().describe('What can be done with each record is offered beside it'),
  timeline: sources.optional().describe("Fields of such a record, as texts, that this record's own history tells of"),
});

const showGroup = group.extend({
  component: componentSchema('group').optional().describe('React component that draws the fields of the group'),
});

const momentSchema = z.strictObject({
  source: nameSchema.describe('A field of type datetime'),
  label: labelSchema.optional().describe('What happened then; the label of the field when absent'),
  when: predicateSchema.optional().describe('It happened only to records for which this holds'),
});

const showSchema = z.strictObject({
  groups: z.array(showGroup).min(1).optional().describe('Parts of the record page; one with all fields when absent'),
  timeline: z.boolean().optional().describe('What has been done with the record, from its audit records'),
  moments: z.array(momentSchema).min(1).optional().describe('What happened to the record, from its own times'),
  related: z.array(relatedSchema).min(1).optional().describe('Lists of records that point to this one'),
});

const migrateSchema = z.strictObject({
  drop: sources.optional().describe('Fields whose stored values may be thrown away'),
  rename: z.record(nameSchema, nameSchema).optional().describe('Old source → new source; the values are kept'),
});

/** Content of a file `resources/<name>.json`. Keys that begin with `x-` are free for any use and ignored. */
export const declarationSchema = z.strictObject({
  $schema: z.string().optional().describe('./resource.schema.json, for editors'),
  version: z.literal(1).describe('Version of this format'),
  name: nameSchema.describe('Name of the resource and of the file'),
  storage: z.literal('table').optional().describe('The server keeps the records in a table that it makes'),
  endpoint: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]*(\/[a-z0-9][a-z0-9_-]*)*$/)
    .optional()
    .describe('Path below the API; the name in kebab case when absent'),
  endpoints: endpointsSchema.optional().describe('Verbs that are other calls on another back end'),
  envelope: envelopeFormSchema
    .optional()
    .describe("How that back end's answers say what they say; as the console's settings have it when absent"),
  operations: z
    .array(z.enum(OPERATIONS))
    .min(1)
    .optional()
    .describe('What can be done; all of it with storage, else list, show, export and the verbs of endpoints'),
  when: z
    .strictObject({
      edit: predicateSchema.describe('Records can be changed only while this holds for them'),
      delete: predicateSchema.describe('Records can be deleted only while this holds for them'),
    })
    .partial()
    .optional()
    .describe('Of which records an operation is offered, and allowed; all when absent'),
  tenants: z
    .array(z.enum(['merchant', 'platform']))
    .min(1)
    .optional()
    .describe('Whose users may be granted it; both when absent'),
  label: labelSchema.optional().describe('Name of the resource; else its translation, else the name made readable'),
  icon: z.enum(ICON_NAMES).optional().describe('Picture beside the name'),
  recordRepresentation: nameSchema.optional().describe('Field that names a record in titles and links'),
  fields: z.array(fieldSchema).min(1).describe('The values of a record'),
  list: listSchema.optional().describe('The list page'),
  form: formSchema.optional().describe('The form in which records are made and changed'),
  show: showSchema.optional().describe('The page of one record'),
  actions: z.array(actionSchema).min(1).optional().describe('What else can be done with records'),
  components: z
    .strictObject({
      list: componentSchema('list').describe('Instead of the list'),
      form: componentSchema('create', 'edit').describe('Instead of the form'),
      show: componentSchema('show').describe('Instead of the record page'),
    })
    .partial()
    .optional()
    .describe('React components that stand for a whole page'),
  migrate: migrateSchema.optional().describe('Changes to stored values that lose or move some'),
});
export type Declaration = z.infer<typeof declarationSchema>;
