import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Resource } from '#shared/declaration/resource.ts';
import type { Database } from '#server/db/schema.ts';
import { PLATFORM_ID } from '#server/db/platform.ts';
import { withLock } from '#server/db/withLock.ts';
import type { ResourceStorage, ServerFinding } from '../ResourceBackend.ts';
import { rowSource } from '../tableSource.ts';
import { storedFieldsOf, storedFieldsSchema, storedFormOf, tableOf, type StoredFields } from './columns.ts';
import { columnsOfValue, presentRow, type StoredRow } from './storedRow.ts';
import { compareStored, type Changes } from './compareStored.ts';
import { prepareTable } from './prepareTable.ts';
import { refusals } from './refusals.ts';
import { storedWriter, type StoredMeans } from './storedWriter.ts';

/** A server that died while it changed a table holds the others up for so long. */
const LOCK_TTL_MS = 10_000;
const WAIT_MS = 50;

/** Tables for the resources that the server keeps by itself. */
export function createStorage(means: StoredMeans): ResourceStorage {
  const { db } = means;
  return {
    async prepare(resource) {
      const holder = uuidv7();
      for (;;) {
        const outcome = await withLock(db.kysely, { name: 'stored_resources', holder, ttlMs: LOCK_TTL_MS }, () =>
          prepareAlone(means, resource),
        );
        if (outcome.ran) return outcome.value;
        await sleep(WAIT_MS);
      }
    },

    open(resource) {
      const columns = storedFieldsOf(resource)
        .filter((field) => storedFormOf(field).kind === 'plain' && field.type !== 'json')
        .map(({ source }) => source);
      const present = (row: StoredRow) => presentRow(resource, row);
      return {
        source: rowSource(db, tableOf(resource.name), present, ['id', 'created_at', 'updated_at', ...columns]),
        writer: storedWriter(means, resource),
      };
    },
  };
}

async function prepareAlone({ db, clock, cipher }: StoredMeans, resource: Resource): Promise<ServerFinding[]> {
  const stored = await storedNow(db.kysely, resource.name);
  const wanted: StoredFields = Object.fromEntries(
    storedFieldsOf(resource).map((field) => [field.source, storedFormOf(field)]),
  );
  const changes = compareStored(resource, stored ?? {});
  const findings = stored ? await refusals(db.kysely, resource, changes) : [];
  if (findings.length > 0) return findings;
  await prepareTable(db.kysely, resource, changes);
  await fillDefaults(db.kysely, resource, changes, cipher);
  await db.kysely
    .insertInto('stored_resources')
    .values({ merchant_id: PLATFORM_ID, name: resource.name, fields: JSON.stringify(wanted), updated_at: clock.now() })
    .onConflict((conflict) =>
      conflict
        .columns(['merchant_id', 'name'])
        .doUpdateSet({ fields: JSON.stringify(wanted), updated_at: clock.now() }),
    )
    .execute();
  return [];
}

/** What is stored for a resource; null when it has no table yet. */
async function storedNow(db: Kysely<Database>, name: string): Promise<StoredFields | null> {
  const row = await db
    .selectFrom('stored_resources')
    .where('merchant_id', '=', PLATFORM_ID)
    .where('name', '=', name)
    .select('fields')
    .executeTakeFirst();
  return row ? storedFieldsSchema.parse(row.fields) : null;
}

/** What is needed from now on, in the records that were made before. */
async function fillDefaults(
  db: Kysely<Database>,
  { name }: Resource,
  { required }: Changes,
  cipher: StoredMeans['cipher'],
): Promise<void> {
  for (const field of required) {
    if (!('default' in field) || field.default === undefined) continue;
    const columns = Object.entries(columnsOfValue(field, field.default, cipher));
    await sql`update ${sql.table(tableOf(name))}
      set ${sql.join(columns.map(([column, value]) => sql`${sql.ref(column)} = ${value}`))}
      where ${sql.ref(field.source)} is null`.execute(db);
  }
}
