import { sql, type RawBuilder } from 'kysely';
import type { DbOrTx } from '#server/db/schema.ts';
import type { ServerFinding } from '../ResourceBackend.ts';
import { keepingOf, tableOf } from './columns.ts';
import { indexesOf } from './indexes.ts';
import { columnsThere, isNewlyRequired, type FieldPlan, type TablePlan } from './planTable.ts';

/** Changes that would lose or contradict stored values. Their texts are `declaration.problems.<id>`. */
const REMOVED = 'S201';
const RETYPED = 'S202';
const CHOICE = 'S203';
const REQUIRED = 'S204';
const DUPLICATES = 'S205';
const OCCUPIED = 'S206';
const UNMASKED = 'S207';

/** Why a table can't be migrated to its declaration, checked against the rows before anything is changed. */
export async function refusals(db: DbOrTx, plan: TablePlan): Promise<ServerFinding[]> {
  if (!plan.table) return [];
  const findings = await lost(db, plan);
  for (const field of plan.fields) findings.push(...(await refusalsOf(db, plan, field)));
  return findings;
}

/** Values of removed fields. */
async function lost(db: DbOrTx, plan: TablePlan): Promise<ServerFinding[]> {
  const findings: ServerFinding[] = [];
  for (const { source, mayGo } of plan.removed) {
    const rows = mayGo ? 0 : await rowsWithValues(db, plan, source);
    if (rows > 0) findings.push(error(REMOVED, ['fields'], { source, rows }));
  }
  for (const source of plan.occupied) {
    const rows = await rowsWithValues(db, plan, source);
    const from = plan.fields.find(({ field }) => field.source === source)?.from ?? '';
    if (rows > 0) findings.push(error(OCCUPIED, ['migrate', 'rename', from], { source, rows }));
  }
  return findings;
}

async function refusalsOf(db: DbOrTx, plan: TablePlan, one: FieldPlan): Promise<ServerFinding[]> {
  const { field, from, move } = one;
  const { source } = field;
  const at = (key: string) => ['fields', plan.resource.fields.indexOf(field), key];
  if (move === 'replace') {
    const rows = from === null ? 0 : await rowsWithValues(db, plan, from);
    if (rows > 0) return [isUnmasked(one) ? error(UNMASKED, at('source'), { source, rows }) : retyped(one, at, rows)];
  }
  const findings: ServerFinding[] = [];
  const choices = lostChoices(one);
  if (choices && from !== null) {
    const column = sql.ref(from);
    const rows = await count(db, plan, sql`${column} is not null and ${column} not in (${sql.join(choices)})`);
    if (rows > 0) findings.push(error(CHOICE, at('choices'), { source, rows }));
  }
  if (isNewlyRequired(one) && !('default' in field && field.default !== undefined)) {
    const rows = await count(db, plan, sql`not (${holdsValue(plan, from)})`);
    if (rows > 0) findings.push(error(REQUIRED, at('required'), { source, rows }));
  }
  if (becomesUnique(plan, one) && from !== null) {
    const rows = await duplicates(db, plan, from);
    if (rows > 0) findings.push(error(DUPLICATES, at('unique'), { source, rows }));
  }
  return findings;
}

function error(id: string, path: ServerFinding['path'], args: ServerFinding['args']): ServerFinding {
  return { id, severity: 'error', path, args };
}

function retyped({ field, before }: FieldPlan, at: (key: string) => (string | number)[], rows: number): ServerFinding {
  const { source, type } = field;
  if (before?.type === 'reference' && field.type === 'reference') {
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

/** True if kept values must become unique. */
function becomesUnique({ resource, table }: TablePlan, { field, from, move }: FieldPlan): boolean {
  const key = indexesOf(resource).find((index) => index.kind === 'key' && index.field === field);
  if (!key || move !== 'keep') return false;
  return from !== field.source || table?.indexes.has(key.name) !== true;
}

function rowsWithValues(db: DbOrTx, plan: TablePlan, source: string): Promise<number> {
  return count(db, plan, holdsValue(plan, source));
}

function holdsValue({ table }: TablePlan, source: string | null): RawBuilder<unknown> {
  const columns = source === null ? [] : columnsThere(table, source);
  if (columns.length === 0) return sql`false`;
  return sql.join(
    columns.map((column) => sql`${sql.ref(column)} is not null`),
    sql` or `,
  );
}

async function count(db: DbOrTx, { resource }: TablePlan, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: bigint }>`
    select count(*) as total from ${sql.table(tableOf(resource.name))} where ${where}`.execute(db);
  return Number(rows[0]?.total ?? 0);
}

/** Number of values that more than one record of a tenant has. */
async function duplicates(db: DbOrTx, { resource }: TablePlan, column: string): Promise<number> {
  const ref = sql.ref(column);
  const { rows } = await sql<{ total: bigint }>`
    select count(*) as total from (
      select merchant_id from ${sql.table(tableOf(resource.name))} where ${ref} is not null
      group by merchant_id, ${ref} having count(*) > 1) as repeated`.execute(db);
  return Number(rows[0]?.total ?? 0);
}
