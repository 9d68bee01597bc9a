import { sql, type RawBuilder } from 'kysely';
import type { Resource } from '@merchant-console/declaration';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { DbOrTx } from '#server/db/schema.ts';
import type { ServerFinding } from '../ResourceBackend.ts';
import { tableOf } from './columns.ts';
import { indexesOf } from './indexes.ts';
import { rowsWhere } from './limits.ts';
import { formerName, refuseBoth } from './moveResource.ts';
import { columnsThere, type FieldPlan, planTable, readTable, type TablePlan } from './planTable.ts';
import { readRememberedFields, readRememberedRules } from './rememberedFields.ts';
import { contradictions } from './ruleRows.ts';

/** What a server would do to the table of one resource, in the order in which it does it. */
export interface StoredPlan {
  name: string;
  /** Records in its table, or in that of its former name. */
  rows: number;
  steps: PlannedStep[];
  /** Estimate of how long nobody can write. */
  seconds: number;
  /** Why it would do nothing. */
  refused: ServerFinding[];
}

export type PlannedStep =
  | { step: 'create' }
  | { step: 'move'; from: string; rows: number }
  | { step: 'drop' | 'leave' | 'add' | 'convert' | 'encrypt' | 'decrypt' | 'remask'; source: string; values: number }
  | { step: 'rename'; from: string; source: string; values: number }
  | { step: 'index' | 'unindex'; index: string }
  | { step: 'words'; rows: number };

/**
 * Seconds per million records during which a step lets nobody write, or only servers that have read the new file. Measured with
 * 100,000 records, see docs/declaration-format.md.
 */
const SECONDS: Partial<Record<PlannedStep['step'], number>> = {
  convert: 6,
  index: 2,
  encrypt: 63,
  remask: 63,
  decrypt: 50,
};

/** Compares a declaration with the database. Changes nothing. */
export async function storedPlan(db: DbOrTx, resource: Resource, cipher: Cipher, now: Date): Promise<StoredPlan> {
  const { name } = resource;
  const from = await formerName(db, resource);
  const both = from === null ? [] : await refuseBoth(db, resource, from);
  const there = from !== null && (await readTable(db, from)) !== null ? from : name;
  const table = await readTable(db, there);
  const rows = table === null ? 0 : await countRows(db, there, sql`true`);
  if (table === null) return { name, rows, steps: [{ step: 'create' }], seconds: 0, refused: both };

  const plan = planTable({ ...resource, name: there }, table, await readRememberedFields(db, from ?? name));
  const moved: PlannedStep[] = from === null ? [] : [{ step: 'move', from, rows }];
  const words: PlannedStep[] = plan.refillsWords ? [{ step: 'words', rows }] : [];
  const steps = [...moved, ...(await columnSteps(db, plan)), ...indexSteps(plan), ...words];
  const rules = await readRememberedRules(db, from ?? name);
  const seconds = steps.reduce((sum, { step }) => sum + ((SECONDS[step] ?? 0) * rows) / 1_000_000, 0);
  return {
    name,
    rows,
    steps,
    seconds,
    refused: [...both, ...(await contradictions(db, plan, { cipher, rules, now }))],
  };
}

/** The steps that change the columns of fields, with the number of values that each of them concerns. */
async function columnSteps(db: DbOrTx, { resource, table, removed, fields }: TablePlan): Promise<PlannedStep[]> {
  const valuesOf = async (source: string): Promise<number> => {
    const columns = columnsThere(table, source).map((column) => sql`${sql.ref(column)} is not null`);
    return columns.length === 0 ? 0 : countRows(db, resource.name, sql.join(columns, sql` or `));
  };
  const steps: PlannedStep[] = [];
  for (const { source, isDropped } of removed) {
    steps.push({ step: isDropped ? 'drop' : 'leave', source, values: await valuesOf(source) });
  }
  for (const { field, from, move } of fields) {
    const { source } = field;
    const values = from === null ? 0 : await valuesOf(from);
    if (from !== null && from !== source) steps.push({ step: 'rename', from, source, values });
    steps.push(...moveSteps(move, source, values));
  }
  return steps;
}

function moveSteps(move: FieldPlan['move'], source: string, values: number): PlannedStep[] {
  switch (move) {
    case 'keep':
      return [];
    case 'add':
      return [{ step: 'add', source, values: 0 }];
    case 'replace':
      return [
        { step: 'drop', source, values },
        { step: 'add', source, values: 0 },
      ];
    case 'unmask':
      return [{ step: 'decrypt', source, values }];
    case 'convert':
    case 'encrypt':
    case 'remask':
      return [{ step: move, source, values }];
  }
}

function indexSteps({ resource, table, unwantedIndexes }: TablePlan): PlannedStep[] {
  const missing = indexesOf(resource).filter(({ name }) => !table?.indexes.has(name));
  return [
    ...unwantedIndexes.map((index) => ({ step: 'unindex', index }) as const),
    ...missing.map(({ name: index }) => ({ step: 'index', index }) as const),
  ];
}

/** Rows of a resource's table. */
async function countRows(db: DbOrTx, name: string, where: RawBuilder<unknown>): Promise<number> {
  return (await rowsWhere(db, tableOf(name), where)).rows;
}

/** S230: no page would show the records of a resource that becomes a dashboard. */
export async function hiddenRecords(db: DbOrTx, name: string): Promise<ServerFinding[]> {
  const rows = (await readTable(db, name)) === null ? 0 : await countRows(db, name, sql`true`);
  return rows === 0 ? [] : [{ id: 'S230', severity: 'error', path: ['kind'], args: { name, rows } }];
}

/** A table whose resource no file declares. */
export interface OrphanedTable {
  name: string;
  rows: number;
}

/** @param declared names of all resources that have a file, also an invalid one, or that a file takes over */
export async function orphanedTables(db: DbOrTx, declared: ReadonlySet<string>): Promise<OrphanedTable[]> {
  const { rows } = await sql<{ name: string }>`
    select s.name from stored_resources s join information_schema.tables t
      on t.table_schema = current_schema() and t.table_name = 'r_' || s.name
    order by s.name`.execute(db);
  const found: OrphanedTable[] = [];
  for (const { name } of rows.filter((one) => !declared.has(one.name))) {
    found.push({ name, rows: await countRows(db, name, sql`true`) });
  }
  return found;
}
