import { sql } from 'kysely';
import type { Resource } from '@merchant-console/declaration';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { DbOrTx } from '#server/db/schema.ts';
import type { ServerFinding } from '../ResourceBackend.ts';
import { tableOf } from './columns.ts';
import { indexesOf } from './indexes.ts';
import { rowsWhere } from './limits.ts';
import { formerName, refuseBoth } from './moveResource.ts';
import { columnsThere, planTable, readTable } from './planTable.ts';
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
  const plan = planTable({ ...resource, name: there }, table, await readRememberedFields(db, from ?? name));
  const count = async (columns: readonly string[]) => {
    if (columns.length === 0) return 0;
    const where = sql.join(
      columns.map((column) => sql`${sql.ref(column)} is not null`),
      sql` or `,
    );
    return (await rowsWhere(db, tableOf(there), where)).rows;
  };
  const rows = table === null ? 0 : (await rowsWhere(db, tableOf(there), sql`true`)).rows;
  if (table === null) return { name, rows, steps: [{ step: 'create' }], seconds: 0, refused: both };

  const steps: PlannedStep[] = from === null ? [] : [{ step: 'move', from, rows }];
  for (const { source, isDropped } of plan.removed) {
    const values = await count(columnsThere(table, source));
    steps.push({ step: isDropped ? 'drop' : 'leave', source, values });
  }
  for (const { field, from: before, move } of plan.fields) {
    const { source } = field;
    const values = before === null ? 0 : await count(columnsThere(table, before));
    if (before !== null && before !== source) steps.push({ step: 'rename', from: before, source, values });
    if (move === 'replace') steps.push({ step: 'drop', source, values });
    if (move === 'add' || move === 'replace') steps.push({ step: 'add', source, values: 0 });
    if (move === 'convert' || move === 'encrypt' || move === 'remask') steps.push({ step: move, source, values });
    if (move === 'unmask') steps.push({ step: 'decrypt', source, values });
  }
  for (const index of plan.unwantedIndexes) steps.push({ step: 'unindex', index });
  for (const { name: index } of indexesOf({ ...resource, name: there })) {
    if (!table.indexes.has(index)) steps.push({ step: 'index', index });
  }
  if (plan.refillsWords) steps.push({ step: 'words', rows });
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
    found.push({ name, rows: (await rowsWhere(db, tableOf(name), sql`true`)).rows });
  }
  return found;
}
