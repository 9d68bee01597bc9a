import { sql, type RawBuilder } from 'kysely';
import { checkValue, constantDefault, type Field } from '@merchant-console/declaration';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { DbOrTx } from '#server/db/schema.ts';
import type { ServerFinding } from '../ResourceBackend.ts';
import { MOST_LEVELS } from './arrange.ts';
import { keepingOf, tableOf } from './columns.ts';
import { indexesOf } from './indexes.ts';
import { valuesOf } from './encryptStored.ts';
import { brokenLimits, type FoundRows, rowsWhere } from './limits.ts';
import { CONVERTIBLE } from './moves.ts';
import { columnsThere, isNewlyRequired, type FieldPlan, type TablePlan } from './planTable.ts';

/** Changes that would lose or contradict stored values. Their texts are `declaration.problems.<id>`. */
const REMOVED = 'S201';
const RETYPED = 'S202';
const CHOICE = 'S203';
const REQUIRED = 'S204';
const DUPLICATES = 'S205';
const OCCUPIED = 'S206';
const UNMASKED = 'S207';
const LIMITED = 'S208';
const REQUIRED_WITHOUT_DEFAULT = 'S209';
const UNCONVERTED = 'S212';
const NO_TREE = 'S220';

/** Types whose fields can have no constant as `default`. */
const WITHOUT_DEFAULT: readonly string[] = [
  'reference',
  'references',
  'texts',
  'group',
  'datetime',
  'secret',
  'file',
  'image',
  'json',
];

/** Why a table can't be migrated to its declaration, checked against the rows before anything is changed. */
export async function refusals(db: DbOrTx, plan: TablePlan, cipher: Cipher): Promise<ServerFinding[]> {
  if (!plan.table) return [];
  const findings = await lost(db, plan);
  for (const field of plan.fields) findings.push(...(await refusalsOf(db, plan, field, cipher)));
  if (findings.length > 0) return findings;
  return [...(await outsideTree(db, plan)), ...(await repeatedTogether(db, plan))];
}

/** Values of removed fields. */
async function lost(db: DbOrTx, plan: TablePlan): Promise<ServerFinding[]> {
  const findings: ServerFinding[] = [];
  for (const { source, mayLose } of plan.removed) {
    const rows = await rowsWithValues(db, plan, source);
    if (rows > mayLose) findings.push(error(REMOVED, ['fields'], { source, rows }));
  }
  for (const source of plan.occupied) {
    const rows = await rowsWithValues(db, plan, source);
    const from = plan.fields.find(({ field }) => field.source === source)?.from ?? '';
    if (rows > 0) findings.push(error(OCCUPIED, ['migrate', 'rename', from], { source, rows }));
  }
  return findings;
}

async function refusalsOf(db: DbOrTx, plan: TablePlan, one: FieldPlan, cipher: Cipher): Promise<ServerFinding[]> {
  const { field, from, move } = one;
  const { source } = field;
  const table = tableOf(plan.resource.name);
  const at = (key: string) => ['fields', plan.resource.fields.indexOf(field), key];
  if (move === 'replace') {
    const rows = from === null ? 0 : await rowsWithValues(db, plan, from);
    if (rows > 0) return [isUnmasked(one) ? error(UNMASKED, at('source'), { source, rows }) : retyped(one, at, rows)];
  }
  const findings: ServerFinding[] = [];
  if (move === 'convert' && from !== null && CONVERTIBLE.includes(field.type)) {
    const { rows, id } = await unconvertible(db, table, field, from);
    if (rows > 0) findings.push(error(UNCONVERTED, at('type'), { source, rows, id, type: field.type }));
  }
  const choices = lostChoices(one);
  if (choices && from !== null) {
    const column = sql.ref(from);
    const where = sql`${column} is not null and ${column} not in (${sql.join(choices)})`;
    const { rows, id } = await rowsWhere(db, table, where);
    if (rows > 0) findings.push(error(CHOICE, at('choices'), { source, rows, id }));
  }
  if (isNewlyRequired(one) && constantDefault(field) === undefined) {
    const { rows, id } = await rowsWhere(db, table, sql`not (${holdsValue(plan, from)})`);
    if (rows > 0) {
      const reason = WITHOUT_DEFAULT.includes(field.type) ? REQUIRED_WITHOUT_DEFAULT : REQUIRED;
      findings.push(error(reason, at('required'), { source, rows, id }));
    }
  }
  const unique = becomesUnique(plan, one);
  if (unique && from !== null) {
    const column = sql.ref(from);
    const { rows, id } = await duplicates(db, table, [unique === 'folded' ? sql`fold_case(${column})` : column]);
    if (rows > 0) findings.push(error(DUPLICATES, at('unique'), { source, rows, id }));
  }
  for (const { key, limit, rows, id } of await brokenLimits(db, table, one, cipher)) {
    findings.push(error(LIMITED, at(key in field ? key : 'source'), { source, limit, rows, id }));
  }
  return findings;
}

function error(id: string, path: ServerFinding['path'], args: ServerFinding['args']): ServerFinding {
  return { id, severity: 'error', path, args };
}

function retyped({ field, before }: FieldPlan, at: (key: string) => (string | number)[], rows: number): ServerFinding {
  const { source, type } = field;
  if (before?.type === field.type && (field.type === 'reference' || field.type === 'references')) {
    const change = { from: before.reference ?? '', to: field.reference };
    return error(RETYPED, at('reference'), { source, rows, ...change });
  }
  return error(RETYPED, at('type'), { source, rows, from: before?.type ?? '', to: type });
}

function isUnmasked({ field, before }: FieldPlan): boolean {
  return before?.mask !== undefined && keepingOf(field) === 'plain' && ['text', 'longtext'].includes(field.type);
}

/** The allowed choices, if stored values may have others. */
function lostChoices({ field, before, move }: FieldPlan): string[] | null {
  if (field.type !== 'enum' || move !== 'keep') return null;
  const ids = field.choices.map(({ id }) => id);
  return before?.choices?.every((id) => ids.includes(id)) === true ? null : ids;
}

/** How kept values must become unique, or null. */
function becomesUnique(plan: TablePlan, { field, from, move }: FieldPlan): 'exact' | 'folded' | null {
  const key = indexesOf(plan.resource).find(({ unique }) => unique.length === 1 && unique[0] === field);
  if (!key || (move !== 'keep' && move !== 'convert')) return null;
  if (from === field.source && plan.table?.indexes.has(key.name) === true) return null;
  return 'unique' in field && field.unique === 'ignoring case' ? 'folded' : 'exact';
}

/** Records that a new tree wouldn't show, because they are below themselves or below too many others. */
async function outsideTree(db: DbOrTx, { resource, fields }: TablePlan): Promise<ServerFinding[]> {
  const parent = fields.find(({ field }) => field.source === resource.tree);
  if (!parent || parent.from === null || parent.move !== 'keep' || parent.before?.tree === true) return [];
  const table = sql.table(tableOf(resource.name));
  const column = sql.ref(parent.from);
  const found = { rows: 0, id: '' };
  const tenants = await sql<{ merchant_id: string }>`select distinct merchant_id from ${table}`.execute(db);
  for (const { merchant_id } of tenants.rows) {
    const { rows } = await sql<{ total: bigint; id: string | null }>`
      with recursive reached as (
        select id, 1 as level from ${table} where merchant_id = ${merchant_id} and ${column} is null
        union all
        select below.id, level + 1 from reached join ${table} below
          on below.merchant_id = ${merchant_id} and below.${column} = reached.id and level < ${MOST_LEVELS}
      )
      select count(*) as total, min(id::text) as id from ${table} t
      where merchant_id = ${merchant_id} and not exists (select from reached where reached.id = t.id)`.execute(db);
    found.rows += Number(rows[0]?.total ?? 0);
    found.id ||= rows[0]?.id ?? '';
  }
  return found.rows === 0
    ? []
    : [error(NO_TREE, ['tree'], { source: parent.field.source, max: MOST_LEVELS, ...found })];
}

/** Combinations of kept values that must become unique. A field without values yet is in no repeated combination. */
async function repeatedTogether(db: DbOrTx, { resource, table, fields }: TablePlan): Promise<ServerFinding[]> {
  const findings: ServerFinding[] = [];
  for (const [at, sources] of resource.unique.entries()) {
    const index = indexesOf({ ...resource, unique: [sources] }).at(-1);
    const columns = sources.map((source) => fields.find(({ field }) => field.source === source)?.from ?? null);
    const kept = columns.flatMap((column) => (column === null ? [] : [sql.ref(column)]));
    if (!index || table?.indexes.has(index.name) || kept.length < columns.length) continue;
    const { rows, id } = await duplicates(db, tableOf(resource.name), kept);
    if (rows > 0) findings.push(error(DUPLICATES, ['unique', at], { source: sources.join(', '), rows, id }));
  }
  return findings;
}

async function rowsWithValues(db: DbOrTx, plan: TablePlan, source: string): Promise<number> {
  return (await rowsWhere(db, tableOf(plan.resource.name), holdsValue(plan, source))).rows;
}

function holdsValue({ table }: TablePlan, source: string | null): RawBuilder<unknown> {
  const columns = source === null ? [] : columnsThere(table, source);
  if (columns.length === 0) return sql`false`;
  return sql.join(
    columns.map((column) => sql`${sql.ref(column)} is not null`),
    sql` or `,
  );
}

/** Texts that aren't exactly what a value of the field's new type is as a text, such as `007`, which isn't a number. */
async function unconvertible(db: DbOrTx, table: string, field: Field, column: string): Promise<FoundRows> {
  const found = { rows: 0, id: '' };
  for await (const values of valuesOf(db, table, column)) {
    for (const { id, value } of values) {
      if (isConvertible(field, value)) continue;
      found.rows++;
      found.id ||= id;
    }
  }
  return found;
}

function isConvertible(field: Field, text: string): boolean {
  if (field.type === 'boolean') return ['true', 'false'].includes(text);
  if (field.type === 'date') return checkValue({ source: field.source, type: 'date' }, text) === null;
  return String(Number(text)) === text && checkValue({ source: field.source, type: 'integer' }, Number(text)) === null;
}

/** Number of combinations of values that more than one record of a tenant has, and the ID of one of these records. */
async function duplicates(db: DbOrTx, table: string, values: readonly RawBuilder<unknown>[]): Promise<FoundRows> {
  const all = sql.join(values);
  const filled = sql.join(
    values.map((value) => sql`${value} is not null`),
    sql` and `,
  );
  const { rows } = await sql<{ total: bigint; id: string | null }>`
    select count(*) as total, min(id) as id from (
      select min(id::text) as id from ${sql.table(table)} where ${filled}
      group by merchant_id, ${all} having count(*) > 1) as repeated`.execute(db);
  return { rows: Number(rows[0]?.total ?? 0), id: rows[0]?.id ?? '' };
}
