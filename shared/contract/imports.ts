import { z } from 'zod';
import { defineCall, fileDataSchema } from './call.ts';
import { sheetChoiceSchema, sheetReadingSchema } from './sheets.ts';

export const MAX_IMPORT_BYTES = 16 * 1_048_576;

/** How long the rows of an imported file are kept, so that it can be undone. */
export const IMPORT_KEPT_DAYS = 30;

/** Files with more rows are checked in the background. */
export const MOST_CHECKED_AT_ONCE = 1_000;

const id = z.object({ id: z.string().max(64) });
const count = z.int().min(0);

export const IMPORT_STATUSES = [
  'uploading',
  'checking',
  'ready',
  'applying',
  'reverting',
  'done',
  'undoing',
  'undone',
] as const;

/** `all`: all rows or none. `valid`: those without problems. */
export const IMPORT_MODES = ['all', 'valid'] as const;

/** `problems`: rows that can't be written, or couldn't. */
export const IMPORT_ROW_FILTERS = ['all', 'problems'] as const;

const columnSchema = z.object({
  heading: z.string(),
  source: z.string().nullable().meta({ description: 'Field that the column fills, or null' }),
});

export const importCountsSchema = z.object({
  total: count,
  checked: count,
  problems: count.meta({ description: 'Rows with problems' }),
  create: count.meta({ description: 'Rows without problems that create a record' }),
  update: count.meta({ description: 'Rows without problems that change a record' }),
  same: count.meta({ description: 'Rows whose record has all values already' }),
  created: count,
  updated: count,
  refused: count.meta({ description: 'Rows that could not be written' }),
  undone: count,
  kept: count.meta({ description: 'Rows that could not be undone, because their records have changed since' }),
});
export type ImportCounts = z.infer<typeof importCountsSchema>;

export const importSchema = z.object({
  id: z.uuid(),
  resource: z.string(),
  file_name: z.string(),
  status: z.enum(IMPORT_STATUSES),
  mode: z.enum(IMPORT_MODES).nullable(),
  columns: z.array(columnSchema),
  fields: z.array(z.string()).meta({ description: 'Sources of the fields that a column may fill' }),
  key: z.array(z.string()).meta({ description: 'Fields by which rows find the records that they change' }),
  reading: sheetReadingSchema,
  counts: importCountsSchema,
  may_undo: z.boolean(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
});
export type Import = z.infer<typeof importSchema>;

export const importRowSchema = z.object({
  line: z.int().meta({ description: 'Row in the file' }),
  cells: z.array(z.string()).meta({ description: 'Texts of all columns' }),
  problems: z
    .record(z.string(), z.array(z.string()))
    .meta({ description: "Problems by field, in the user's language; '' for the row as a whole" }),
  act: z.enum(['create', 'update', 'same']).nullable(),
  record_id: z.uuid().nullable(),
  outcome: z.enum(['created', 'updated', 'same', 'refused', 'undone', 'kept']).nullable(),
});
export type ImportRow = z.infer<typeof importRowSchema>;

export const uploadImport = defineCall({
  id: 'uploadImport',
  method: 'POST',
  path: '/imports',
  status: 201,
  summary:
    'Upload a CSV or XLSX file to import; requires the permission `<resource>.import`. The error `batch_choice` lists in `current` what to choose',
  access: 'session',
  query: z.strictObject({
    resource: z.string().max(80),
    name: z.string().min(1).max(255),
    ...sheetChoiceSchema.shape,
  }),
  upload: { maxBytes: MAX_IMPORT_BYTES },
  idempotencyKey: 'optional',
  data: importSchema,
});

export const imports = defineCall({
  id: 'imports',
  method: 'GET',
  path: '/imports',
  summary: "List the user's newest imports, of a resource or of all",
  inBackground: true,
  access: 'session',
  query: z.strictObject({ resource: z.string().max(80).optional() }),
  data: z.object({ items: z.array(importSchema) }),
});

export const importTemplate = defineCall({
  id: 'importTemplate',
  method: 'GET',
  path: '/imports/template',
  download: '*/*',
  summary:
    'Download an empty file to import, with the names of all columns; requires the permission `<resource>.import`',
  access: 'session',
  query: z.strictObject({ resource: z.string().max(80), format: z.enum(['csv', 'xlsx']) }),
  data: fileDataSchema,
});

export const importOf = defineCall({
  id: 'import',
  method: 'GET',
  path: '/imports/:id',
  summary: 'Get an import and its counts',
  access: 'session',
  inBackground: true,
  params: id,
  data: importSchema,
});

export const importRows = defineCall({
  id: 'importRows',
  method: 'GET',
  path: '/imports/:id/rows',
  summary: 'Get a part of the rows of an import, optionally only those with problems',
  access: 'session',
  params: id,
  query: z.strictObject({
    show: z.enum(IMPORT_ROW_FILTERS).default('all'),
    first: z.coerce.number().pipe(z.int().min(0)).default(0),
    count: z.coerce.number().pipe(z.int().min(1).max(100)).default(50),
  }),
  data: z.object({ items: z.array(importRowSchema), total: count }),
});

export const mapColumns = defineCall({
  id: 'mapColumns',
  method: 'PUT',
  path: '/imports/:id/columns',
  summary: 'Change which fields the columns of an import fill, and check its rows again',
  access: 'session',
  params: id,
  body: z.strictObject({ sources: z.array(z.string().max(64).nullable()).max(64) }),
  data: importSchema,
});

export const mendRow = defineCall({
  id: 'mendImportRow',
  method: 'PUT',
  path: '/imports/:id/rows/:line',
  summary: 'Change cells of a row of an import, and check it again',
  access: 'session',
  params: id.extend({ line: z.coerce.number().int().min(1) }),
  body: z.strictObject({
    cells: z
      .record(z.string().regex(/^\d{1,2}$/), z.string().max(32_767))
      .meta({ description: 'New texts by the place of the column, from 0' }),
  }),
  data: z.object({
    import: importSchema,
    rows: z.array(importRowSchema).meta({ description: 'The row, and rows that had or have the same unique values' }),
  }),
});

export const applyImport = defineCall({
  id: 'applyImport',
  method: 'POST',
  path: '/imports/:id/apply',
  summary:
    'Write the rows of an import in the background; requires the permissions to create and edit as far as it does',
  access: 'session',
  params: id,
  body: z.strictObject({ mode: z.enum(IMPORT_MODES) }),
  data: importSchema,
});

export const undoImport = defineCall({
  id: 'undoImport',
  method: 'POST',
  path: '/imports/:id/undo',
  summary: 'Undo an import in the background, except for records that have changed since',
  access: 'session',
  params: id,
  data: importSchema,
});

export const removeImport = defineCall({
  id: 'removeImport',
  method: 'DELETE',
  path: '/imports/:id',
  summary: 'Discard an import that has not been applied',
  access: 'session',
  params: id,
  data: z.null(),
});

export const restOfImport = defineCall({
  id: 'restOfImport',
  method: 'GET',
  path: '/imports/:id/rest',
  download: '*/*',
  summary: 'Download the rows of an import that were not written, with their problems',
  access: 'session',
  params: id,
  query: z.strictObject({ format: z.enum(['csv', 'xlsx']) }),
  data: fileDataSchema,
});
