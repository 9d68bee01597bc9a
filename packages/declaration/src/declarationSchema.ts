import { z } from 'zod';
import { envelopeFormSchema, endpointsSchema, OPERATIONS } from '@merchant-console/protocol';
import { labelSchema } from './texts/label.ts';
import { actionSchema } from './actionSchema.ts';
import { chartSchema } from './chartSchema.ts';
import { componentSchema, fieldSchema } from './fieldSchema.ts';
import { importSchema } from './importing.ts';
import { cardSchema } from './cardSchema.ts';
import { ICON_NAMES } from './keys.ts';
import { menuSchema } from './menuSchema.ts';
import { nameSchema } from './names.ts';
import { predicateSchema } from './predicateSchema.ts';
import { sortSchema } from './sortSchema.ts';
import { viewSchema } from './viewSchema.ts';
import { webhooksSchema } from './webhooksSchema.ts';

const sources = z.array(nameSchema).min(1);
const group = z.strictObject({
  label: labelSchema.optional().describe('Heading of the group'),
  fields: sources.describe('Fields of the group, in display order'),
});
const groups = z.array(group).min(1);

const listSchema = z.strictObject({
  columns: sources.optional().describe('Fields shown as columns, in display order. Default: all'),
  sort: sortSchema.optional().describe('Initial order. Default: newest first'),
  perPage: z
    .union([z.literal(10), z.literal(20), z.literal(30)])
    .optional()
    .describe('Initial number of rows per page'),
  tabs: nameSchema.optional().describe('Enum field whose choices are shown as tabs above the list'),
  summary: sources.optional().describe('Fields whose sums over the filtered records are shown, per currency'),
  rowClick: z.enum(['show', 'edit', 'expand', 'none']).optional().describe('What a click on a row opens'),
  expand: sources.optional().describe('Fields shown below an expanded row'),
  duplicate: z
    .literal(true)
    .optional()
    .describe('Offers “Duplicate”: the form of a new record, filled with the values of an existing one'),
  edit: sources
    .optional()
    .describe('Columns whose cells users can edit in the table: by a double click, or Enter or F2 on the cell'),
  bulkEdit: sources.optional().describe('Fields that users can change in all selected records at once'),
  views: z.array(viewSchema).min(1).max(5).optional().describe('Other ways of showing the records than a table'),
  charts: z
    .array(chartSchema)
    .min(1)
    .max(4)
    .optional()
    .describe('Charts above the list, of the records that its filter finds; a bar sets the filter'),
  export: z
    .union([z.boolean(), sources])
    .optional()
    .describe('false: no export; a list: fields that an export may contain'),
});

const formSchema = z.strictObject({
  groups: groups.optional().describe('Sections of the form. Default: one with all fields'),
  tabs: groups.optional().describe('Sections of the form as tabs, instead of groups'),
  createOnly: sources.optional().describe('Fields shown only when creating a record'),
  editOnly: sources.optional().describe('Fields shown only when editing a record'),
  afterCreate: nameSchema.optional().describe('Action that is opened on the record page after a record is created'),
});

const momentSchema = z.strictObject({
  source: nameSchema.describe('A field of type datetime'),
  label: labelSchema.optional().describe('Name of the event. Default: the label of the field'),
  when: predicateSchema.optional().describe('Condition on the record: otherwise the event is not shown'),
  by: nameSchema.optional().describe('Field of type reference that contains who did it'),
});
const moments = z.array(momentSchema).min(1).optional();

const relatedSchema = z.strictObject({
  reference: nameSchema.describe('Resource of the listed records'),
  target: nameSchema.describe('Field of that resource that contains the id of this record, or the value of `source`'),
  source: nameSchema.optional().describe('Field of this record to compare with `target`. Default: id'),
  label: labelSchema.optional().describe('Heading of the list. Default: the name of the resource'),
  columns: sources.optional().describe('Columns of the list. Default: those of the other resource'),
  sort: sortSchema.optional().describe('Order of the records. Default: that of the other list'),
  filter: predicateSchema
    .optional()
    .describe('Condition for the listed records, of comparisons that the other list can filter by'),
  summary: sources
    .optional()
    .describe("Sums above the list, of fields in the other list's summary, over all its records"),
  new: z.boolean().optional().describe('Users who may create such records can do so here, with `target` filled in'),
  actions: z.boolean().optional().describe('Offers the actions of each record in its row'),
  timeline: sources.optional().describe("Fields of the listed records to show as texts in this record's timeline"),
  moments: moments.describe(
    "Events of the listed records, from their datetime fields, to show in this record's history",
  ),
});

const showGroup = group.extend({
  component: componentSchema('group').optional().describe('Key of the React component that renders the group'),
});

const alertSchema = z.strictObject({
  severity: z.enum(['info', 'warning', 'error']).describe('How urgent it is'),
  text: labelSchema.describe('What happened and what to do. It may contain fields of the record, such as %{amount}'),
  when: predicateSchema.describe('Condition on the record: otherwise the message is not shown'),
  action: nameSchema.optional().describe('Action on the record that is offered beside the text'),
});

const showSchema = z.strictObject({
  groups: z.array(showGroup).min(1).optional().describe('Sections of the record page. Default: one with all fields'),
  reasons: sources.optional().describe('Fields that say why the record has its status, shown below it in the heading'),
  timeline: z.boolean().optional().describe("Shows the record's history from the audit log"),
  alerts: z.array(alertSchema).min(1).optional().describe('Messages below the heading, each under a condition'),
  moments: moments.describe('Events of the record, from its datetime fields'),
  related: z.array(relatedSchema).min(1).optional().describe('Lists of records that point to this one'),
});

const migrateSchema = z.strictObject({
  from: nameSchema
    .optional()
    .describe('Former name of the resource; its records, files, permissions in roles and menu entries are moved'),
  drop: z
    .union([z.record(nameSchema, z.int().min(1)), sources])
    .optional()
    .describe(
      'Removed fields whose stored values may be deleted, as source → number of values; a list only names empty fields',
    ),
  unmask: sources.optional().describe('Fields without a mask whose encrypted values may be stored readable'),
  convert: z
    .record(nameSchema, z.enum(['text', 'longtext', 'integer', 'boolean', 'date']))
    .optional()
    .describe('Fields whose stored texts may be converted, as source → new type; each value must fit that type'),
  rename: z
    .record(nameSchema, nameSchema)
    .optional()
    .describe('Renamed fields, as old source → new source; their values are kept'),
});

/** Content of a file `resources/<name>.json`. Keys that begin with `x-` are free for any use and ignored. */
export const declarationSchema = z.strictObject({
  $schema: z.string().optional().describe('path of resource.schema.json, for completion in editors'),
  version: z.literal(1).describe('Version of this format'),
  name: nameSchema.describe('Name of the resource; must equal the file name without .json'),
  storage: z
    .literal('table')
    .optional()
    .describe('table: the server creates a database table and stores the records in it'),
  endpoint: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]*(\/[a-z0-9][a-z0-9_-]*)*$/)
    .optional()
    .describe('Path below the API base. Default: the name in kebab case'),
  endpoints: endpointsSchema.optional().describe('Calls of another back end, by operation'),
  envelope: envelopeFormSchema
    .optional()
    .describe("Response format of that back end. Default: that of the console's settings"),
  operations: z
    .array(z.enum(OPERATIONS))
    .min(1)
    .optional()
    .describe('Available operations. Default: all with storage, otherwise list, show, export and those of endpoints'),
  when: z
    .strictObject({
      edit: predicateSchema.describe('Condition for editing a record'),
      delete: predicateSchema.describe('Condition for deleting a record'),
    })
    .partial()
    .optional()
    .describe('Conditions under which an operation is offered and allowed for a record. Default: always'),
  records: z
    .strictObject({
      see: predicateSchema.describe('Records that a user sees: others do not exist for the user'),
      write: predicateSchema.describe('Records that a user may create, change and delete, among those seen'),
    })
    .partial()
    .optional()
    .describe(
      'Only with storage "table": conditions for single records, in addition to permissions. Default: all records',
    ),
  rules: z
    .array(
      z.strictObject({
        when: predicateSchema.optional().describe('Records that the rule applies to. Default: all'),
        must: predicateSchema.describe('Condition that a record must meet to be saved'),
        at: nameSchema.describe('Field that the message is shown at'),
        text: labelSchema.describe('Message: what to enter'),
      }),
    )
    .min(1)
    .optional()
    .describe('Only with storage "table": conditions that written records must meet'),
  unique: z
    .array(z.array(nameSchema).min(2))
    .min(1)
    .optional()
    .describe('Only with storage "table": combinations of fields that are unique within a tenant'),
  tree: nameSchema
    .optional()
    .describe('Only with storage "table": reference to a record of this resource, below which a record is in a tree'),
  order: nameSchema
    .optional()
    .describe(
      'Only with storage "table": integer by which users order the records by hand, in a tree below each parent',
    ),
  tenants: z
    .union([z.literal('all'), z.array(z.string().regex(/^(merchant|platform|M\d+)$/)).min(1)])
    .optional()
    .describe(
      '"all", or kinds of tenants and numbers of merchants, whose users can have its permissions, and who get menu and grants. Default: all, but without menu and grants',
    ),
  menu: menuSchema
    .optional()
    .describe(
      'Only with tenants, and storage "table" or in a dashboard: the entry for its page that menus of these tenants get',
    ),
  grants: z
    .record(z.string(), z.array(z.string()).min(1))
    .optional()
    .describe(
      'Only with tenants, and storage "table" or in a dashboard: permissions that roles of these tenants get, once, as name of the role → names of permissions',
    ),
  label: labelSchema.optional().describe('Displayed name. Default: its translation, otherwise the name as words'),
  icon: z.enum(ICON_NAMES).optional().describe('Icon beside the name'),
  recordRepresentation: z
    .union([
      nameSchema,
      z
        .string()
        .regex(/%\{\w+\}/)
        .max(200),
    ])
    .optional()
    .describe('Field that represents a record in titles and links, or a text with fields: "%{number} %{customer_id}"'),
  fields: z.array(fieldSchema).min(1).describe('Fields of a record'),
  list: listSchema.optional().describe('The list page'),
  import: importSchema
    .optional()
    .describe(
      'Only with storage "table": users with the permission "import" may create and change records by a CSV or XLSX file',
    ),
  form: formSchema.optional().describe('The form for creating and editing records'),
  show: showSchema.optional().describe('The record page'),
  actions: z.array(actionSchema).min(1).optional().describe('Actions on records, besides the operations'),
  webhooks: webhooksSchema
    .optional()
    .describe('Only with storage "table": events that the webhook endpoints of merchants can receive'),
  components: z
    .strictObject({
      list: componentSchema('list').describe('Key of the component that replaces the list'),
      form: componentSchema('create', 'edit').describe('Key of the component that replaces the form'),
      show: componentSchema('show').describe('Key of the component that replaces the record page'),
    })
    .partial()
    .optional()
    .describe('React components that replace whole pages'),
  migrate: migrateSchema.optional().describe('Changes of storage that delete or rename stored values'),
});

const { $schema, version, name, label, icon, tenants, menu, grants } = declarationSchema.shape;

/** Content of a file `resources/<name>.json` with a `kind`: a page of cards, without records of its own. */
export const dashboardSchema = z.strictObject({
  $schema,
  version,
  name,
  kind: z.literal('dashboard').describe('A page of cards about the records of other resources'),
  label,
  icon,
  tenants,
  menu,
  grants,
  firstPageOf: z
    .array(z.string().min(1))
    .optional()
    .describe(
      'Names of roles whose users first see this page after signing in, and wherever the console leads to its start. Only with tenants',
    ),
  cards: z
    .array(cardSchema)
    .min(1)
    .max(24)
    .describe('Cards in their order. Each is shown to users who may list its resource'),
});
export type Dashboard = z.infer<typeof dashboardSchema>;
export type DashboardCard = Dashboard['cards'][number];

/** A file's content, with all that only a dashboard has as well: see `asDeclaration`. */
export type Declaration = z.infer<typeof declarationSchema> &
  Partial<Pick<Dashboard, 'kind' | 'firstPageOf' | 'cards'>>;
