import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { checkValue, type Field, textsIn } from '@merchant-console/declaration';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { DbOrTx } from '#server/db/schema.ts';
import { encryptedColumn, keepingOf, storedColumnsOf } from './columns.ts';
import { valuesOf } from './encryptStored.ts';
import type { FieldPlan } from './planTable.ts';
import { LIMIT_KEYS, type LimitKey, limitsOf } from './rememberedFields.ts';

/** Maximum time without yielding to the event loop, in milliseconds. Matching a value with the slowest pattern takes 20 more. */
const TURN_MS = 10;

export interface FoundRows {
  rows: number;
  /** ID of one of the records, or an empty text if there is none. */
  id: string;
}

/** Stored values that a new limit of their field doesn't allow. */
interface BrokenLimit extends FoundRows {
  key: LimitKey;
  /** As in the file, such as `"maxLength": 20`. */
  limit: string;
}

/**
 * Holds the limits that a declaration adds or changes against the stored values. A table whose limits an earlier version
 * of the server didn't remember is accepted as it is.
 */
export async function brokenLimits(
  db: DbOrTx,
  table: string,
  { field, from, move, before }: FieldPlan,
  cipher: Cipher,
): Promise<BrokenLimit[]> {
  if (from === null || before?.limits === undefined || move === 'add' || move === 'replace') return [];
  const limits = limitsOf(field);
  const changed = LIMIT_KEYS.filter((key) => limits[key] !== undefined && limits[key] !== before.limits?.[key]);
  const broken: BrokenLimit[] = [];
  const add = (key: LimitKey, found: FoundRows) => {
    const limit = key === 'fields' ? '"fields"' : `"${key}": ${JSON.stringify(limits[key])}`;
    if (found.rows > 0) broken.push({ ...found, key, limit });
  };
  const becomesText = move === 'convert' && (field.type === 'text' || field.type === 'longtext');
  const isPlain = keepingOf(field) === 'plain' && (move === 'keep' || becomesText);
  const compared: LimitKey[] =
    isPlain && field.type !== 'texts' && field.type !== 'group'
      ? changed.filter((key) => key !== 'pattern' && key !== 'format')
      : [];
  for (const key of compared) add(key, await rowsWhere(db, table, outside(field, from, key, limits[key] ?? '')));
  const read = changed.find((key) => !compared.includes(key));
  if (read !== undefined) {
    const column = isPlain || move === 'encrypt' || move === 'convert' ? from : encryptedColumn(from);
    const plainOf = (value: string) => (column === from ? value : cipher.decrypt(value));
    const found = { rows: 0, id: '' };
    const allowed = { ...withoutRetyped(field, before.limits['fields']), required: false };
    let began = performance.now();
    for await (const values of valuesOf(db, table, column)) {
      for (const { id, value } of values) {
        if (performance.now() - began > TURN_MS) {
          await nextTurn();
          began = performance.now();
        }
        if (checkValue(allowed, typed(field, plainOf(value))) === null) continue;
        found.rows++;
        found.id ||= id;
      }
    }
    add(read, found);
  }
  return broken;
}

const formerParts = z
  .string()
  .transform((text) => z.array(z.tuple([z.string(), z.string()], z.unknown())).parse(JSON.parse(text)));

/**
 * The field without the values of groups that had another type before, so that none of them is allowed.
 * @param before the remembered limit
 */
function withoutRetyped(field: Field, before: unknown): Field {
  if (field.type !== 'group' || before === undefined) return field;
  const types = new Map(formerParts.parse(before).map(([source, type]) => [source, type]));
  return { ...field, fields: field.fields.filter(({ source, type }) => (types.get(source) ?? type) === type) };
}

/** A value of a column from its text. */
function typed({ type }: Field, text: string): unknown {
  if (type === 'group') return JSON.parse(text);
  return type === 'texts' ? textsIn(text) : text;
}

/** SQL condition: the plain value is beyond the limit. */
function outside(field: Field, source: string, key: LimitKey, limit: string | number | boolean): RawBuilder<unknown> {
  const column = field.type === 'text' || field.type === 'longtext' ? sql`${sql.ref(source)}::text` : sql.ref(source);
  const type = sql.raw(storedColumnsOf(field)[0]?.type ?? 'text');
  switch (key) {
    case 'minLength':
      return sql`char_length(${column}) < ${limit} and ${column} <> ''`;
    case 'maxLength':
      return sql`char_length(${column}) > ${limit}`;
    case 'min':
      return sql`${column} < cast(${String(limit)}::text as ${type})`;
    case 'max':
      return sql`${column} > cast(${String(limit)}::text as ${type})`;
    case 'nonZero':
      return sql`${column} = 0`;
    case 'scale':
      return sql`${column} <> trunc(${column}, ${sql.lit(Number(limit))})`;
    case 'pattern':
    case 'format':
    case 'fields':
      return sql`false`;
  }
}

/** The number of records that meet a condition, and the ID of one of them. */
export async function rowsWhere(db: DbOrTx, table: string, where: RawBuilder<unknown>): Promise<FoundRows> {
  const found = await sql<{ total: bigint; id: string | null }>`
    select count(*) as total, min(id::text) as id from ${sql.table(table)} where ${where}`.execute(db);
  const [row] = found.rows;
  return { rows: Number(row?.total ?? 0), id: row?.id ?? '' };
}
