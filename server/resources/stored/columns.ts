import { createHash } from 'node:crypto';
import { z } from 'zod';
import { filterOf, isSortable, computedOf, type Field } from '#shared/declaration/fieldSchema.ts';
import { isMasked, type Resource } from '#shared/declaration/resource.ts';

/** How the values of a field lie in the database: its column's type, and whether they are encrypted. */
export const storedFieldSchema = z.object({
  type: z.enum(['text', 'integer', 'bigint', 'boolean', 'date', 'timestamptz', 'uuid', 'jsonb']),
  /** `file` and `json` share a column type and nothing else. */
  kind: z.enum(['plain', 'secret', 'masked', 'file']),
  /** Compared by bytes, which a search by the beginning of a text needs. */
  bytewise: z.boolean(),
  unique: z.boolean(),
  required: z.boolean(),
});
export type StoredField = z.infer<typeof storedFieldSchema>;

/** What is stored for a resource, by source. */
export const storedFieldsSchema = z.record(z.string(), storedFieldSchema);
export type StoredFields = z.infer<typeof storedFieldsSchema>;

const TYPES: Record<Field['type'], StoredField['type']> = {
  text: 'text',
  longtext: 'text',
  enum: 'text',
  secret: 'text',
  integer: 'integer',
  rate: 'integer',
  money: 'bigint',
  boolean: 'boolean',
  date: 'date',
  datetime: 'timestamptz',
  reference: 'uuid',
  file: 'jsonb',
  image: 'jsonb',
  json: 'jsonb',
};

/** When a record was made and changed: every table has these columns, whether the fields are declared or not. */
const TIMES = ['created_at', 'updated_at'];

/** Fields with a column of their own. */
export function storedFieldsOf({ fields }: Pick<Resource, 'fields'>): Field[] {
  return fields.filter((field) => computedOf(field) === undefined && !TIMES.includes(field.source));
}

export function storedFormOf(field: Field): StoredField {
  return {
    type: TYPES[field.type],
    kind: kindOf(field),
    bytewise: 'search' in field && field.search === true,
    unique: 'unique' in field && field.unique === true,
    required: field.required === true,
  };
}

function kindOf(field: Field): StoredField['kind'] {
  if (field.type === 'secret') return 'secret';
  if (field.type === 'file' || field.type === 'image') return 'file';
  return isMasked(field) ? 'masked' : 'plain';
}

/** Where the readable part of a masked value is, beside the encrypted whole. */
export const maskColumn = (source: string) => `${source}_masked`;

/** No declaration can reach a table of the server's own. */
export const tableOf = (resource: string) => `r_${resource}`;

const LONGEST_IDENTIFIER = 63;

/** Name of an index or constraint, the same each time and never cut off by the database. */
export function indexName(resource: string, source: string, suffix: 'idx' | 'key'): string {
  const name = `${tableOf(resource)}_${source}_${suffix}`;
  if (name.length <= LONGEST_IDENTIFIER) return name;
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 10);
  return `${name.slice(0, LONGEST_IDENTIFIER - 15)}_${digest}_${suffix}`;
}

/** Whether lists look records up by the field. */
export function isIndexed(field: Field): boolean {
  const filter = filterOf(field);
  return (filter !== undefined && filter !== 'contains') || isSortable(field) || storedFormOf(field).bytewise;
}
