import { sql, type Kysely } from 'kysely';
import type { Resource } from '#shared/declaration/resource.ts';
import type { Database } from '#server/db/schema.ts';
import type { ResourceStorage, ServerFinding } from '../ResourceBackend.ts';
import { rowSource } from '../tableSource.ts';
import { applyPlan } from './applyPlan.ts';
import { createTurns } from './createTurns.ts';
import { isComparable, storedFieldsOf, tableOf } from './columns.ts';
import { planTable, type TablePlan } from './planTable.ts';
import { presentRow, type StoredRow } from './presentRow.ts';
import { readTable } from './readTable.ts';
import { refusals } from './refusals.ts';
import { readRememberedFields, rememberFields } from './rememberedFields.ts';
import { createStoredWriter } from './storedWriter.ts';
import type { StoredMeans } from './StoredTable.ts';

/** Tables for the resources that the server keeps by itself, and their records. */
export function createStorage(means: StoredMeans): ResourceStorage {
  const { db } = means;
  const inTurn = createTurns(db);
  /** The declarations whose tables are ready, by name. */
  const ready = new Map<string, Resource>();

  return {
    async prepare(resource) {
      const first = await planned(db.kysely, resource);
      const findings = first.isDone ? [] : await inTurn((signal) => follow(means, resource, signal));
      if (findings.length === 0) ready.set(resource.name, resource);
      return findings;
    },

    open(resource) {
      const columns = storedFieldsOf(resource)
        .filter(isComparable)
        .map(({ source }) => source);
      const present = (row: StoredRow) => presentRow(resource, row);
      return {
        source: rowSource(db, sql.table(tableOf(resource.name)), present, [
          'id',
          'created_at',
          'updated_at',
          ...columns,
        ]),
        writer: createStoredWriter(means, resource, () => [...ready.values()]),
      };
    },
  };
}

async function planned(db: Kysely<Database>, resource: Resource): Promise<TablePlan> {
  return planTable(resource, await readTable(db, resource.name), await readRememberedFields(db, resource.name));
}

async function follow(
  { db, clock, cipher }: StoredMeans,
  resource: Resource,
  signal: AbortSignal | undefined,
): Promise<ServerFinding[]> {
  const plan = await planned(db.kysely, resource);
  if (plan.isDone) return [];
  const findings = await refusals(db.kysely, plan);
  if (findings.length > 0) return findings;
  await applyPlan(db.kysely, plan, { cipher, signal });
  await rememberFields(db.kysely, resource, clock.now());
  return [];
}
