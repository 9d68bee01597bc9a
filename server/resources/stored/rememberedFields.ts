import { z } from 'zod';
import {
  LONGEST_LONGTEXT,
  LONGEST_TEXT,
  type Field,
  type GroupField,
  type Resource,
  rulesOf,
} from '@merchant-console/declaration';
import type { DbOrTx } from '#server/db/schema.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import { storedFieldsOf } from './columns.ts';
import { hasWords } from './words.ts';

/** Properties of stored fields that can't be read from the database's schema. */
const rememberedFieldSchema = z.object({
  type: z.string(),
  required: z.boolean(),
  reference: z.string().optional(),
  choices: z.array(z.string()).optional(),
  mask: z.string().optional(),
  /** True if the words of all records are stored for searches. */
  search: z.boolean().optional(),
  /** True if the references of all records are stored in `record_links`. */
  links: z.boolean().optional(),
  /** True if the references of all records form a tree. */
  tree: z.boolean().optional(),
  /** True if the declaration no longer has the field, but its column is kept. */
  left: z.boolean().optional(),
  /** The source that its columns are being renamed to, or have been by a server that died before it remembered so. */
  to: z.string().optional(),
  /** Absent if an earlier version of the server has remembered the field. */
  limits: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
});
export type RememberedField = z.infer<typeof rememberedFieldSchema>;

/** By source. */
const rememberedFieldsSchema = z.record(z.string(), rememberedFieldSchema);
export type RememberedFields = z.infer<typeof rememberedFieldsSchema>;

/** The properties to remember once a declaration's table is ready. */
export function rememberedFieldsOf(resource: Resource): RememberedFields {
  return Object.fromEntries(
    storedFieldsOf(resource).map((field) => [
      field.source,
      { ...rememberedFieldOf(field), ...(field.source === resource.tree && { tree: true }) },
    ]),
  );
}

/** Keys of fields that limit their values, besides `required`, `unique` and `choices`. */
export const LIMIT_KEYS = [
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'min',
  'max',
  'nonZero',
  'scale',
  'fields',
] as const;
export type LimitKey = (typeof LIMIT_KEYS)[number];

type Limits = Record<string, string | number | boolean>;

/** The limits of a field's values, with those that apply by default. */
export function limitsOf(field: Field): Limits {
  const limits: Limits = { ...DEFAULTS[field.type] };
  for (const [key, value] of Object.entries<unknown>(field)) {
    const isLimit = typeof value === 'string' || typeof value === 'number' || value === true;
    // Any text is Markdown.
    if (field.type === 'longtext' && key === 'format') continue;
    if (LIMIT_KEYS.some((one) => one === key) && isLimit) limits[key] = value;
  }
  if (field.type === 'group') limits['fields'] = JSON.stringify(field.fields.map(limitsOfPart));
  return limits;
}

/** What decides which values the groups of a field can have. */
function limitsOfPart(part: GroupField['fields'][number]): unknown {
  const choices = part.type === 'enum' && part.choices.map(({ id }) => id);
  return [part.source, part.type, part.required === true, choices, limitsOf(part)];
}

const DEFAULTS: Partial<Record<Field['type'], Limits>> = {
  text: { maxLength: LONGEST_TEXT },
  secret: { maxLength: LONGEST_TEXT },
  longtext: { maxLength: LONGEST_LONGTEXT },
  money: { min: '0' },
};

/** True if every record must have a value. Conditional fields are optional. */
export function isRequired({ required, when }: Field): boolean {
  return required === true && when === undefined;
}

function rememberedFieldOf(field: Field): RememberedField {
  return {
    type: field.type,
    required: isRequired(field),
    limits: limitsOf(field),
    ...((field.type === 'reference' || field.type === 'references') && { reference: field.reference }),
    ...(field.type === 'references' && { links: true }),
    ...(field.type === 'enum' && { choices: field.choices.map(({ id }) => id) }),
    ...(field.type === 'text' && field.mask !== undefined && { mask: field.mask }),
    ...(hasWords(field) && { search: true }),
  };
}

/** The fields of the last activated declaration; empty if there was none. */
export async function readRememberedFields(db: DbOrTx, name: string): Promise<RememberedFields> {
  const row = await db
    .selectFrom('stored_resources')
    .where('merchant_id', '=', PLATFORM_ID)
    .where('name', '=', name)
    .select('fields')
    .executeTakeFirst();
  return row ? rememberedFieldsSchema.parse(row.fields) : {};
}

/** A field that the declaration no longer has, with a column that is kept. New records have no value in it. */
export function leftField({ search: _, links: __, tree: ___, ...field }: RememberedField): RememberedField {
  return { ...field, required: false, left: true };
}

/** The conditions that all records must meet, each as JSON. */
export function declaredRulesOf(resource: Resource): string[] {
  return rulesOf(resource).map(({ when, must }) => JSON.stringify({ when, must }));
}

/** The conditions that the last activated declaration had; null if unknown. */
export async function readRememberedRules(db: DbOrTx, name: string): Promise<string[] | null> {
  const row = await db
    .selectFrom('stored_resources')
    .where('merchant_id', '=', PLATFORM_ID)
    .where('name', '=', name)
    .select('rules')
    .executeTakeFirst();
  return z
    .array(z.string())
    .nullable()
    .parse(row?.rules ?? null);
}

/** Names of all resources that were ever stored, even if their files are gone. */
export async function readStoredNames(db: DbOrTx): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('stored_resources').where('merchant_id', '=', PLATFORM_ID).select('name').execute();
  return new Set(rows.map(({ name }) => name));
}

/** To be called before columns are renamed. @param fields with the new sources as their `to` */
export async function rememberRenames(db: DbOrTx, name: string, fields: RememberedFields): Promise<void> {
  await db
    .updateTable('stored_resources')
    .set({ fields: JSON.stringify(fields) })
    .where('merchant_id', '=', PLATFORM_ID)
    .where('name', '=', name)
    .execute();
}

/** @param left fields whose columns are kept */
export async function rememberFields(db: DbOrTx, resource: Resource, left: RememberedFields, now: Date): Promise<void> {
  const fields = JSON.stringify({ ...rememberedFieldsOf(resource), ...left });
  const changed = { fields, rules: JSON.stringify(declaredRulesOf(resource)), updated_at: now };
  await db
    .insertInto('stored_resources')
    .values({ merchant_id: PLATFORM_ID, name: resource.name, ...changed })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'name']).doUpdateSet(changed))
    .execute();
}
