import { type RawBuilder, sql } from 'kysely';
import { inScope, type Resource } from '@merchant-console/declaration';
import type { DbOrTx } from '#server/db/schema.ts';
import { predicateSql } from '../predicateSql.ts';
import type { Viewer } from '../ResourceBackend.ts';
import { scopeOf } from '../scopeOf.ts';
import { tableOf } from './columns.ts';
import { referencesTo } from './references.ts';

/** The records that an actor may see and write, as SQL conditions on a resource's columns; null for all. */
export interface RowRights {
  see(resource: Resource): RawBuilder<boolean> | null;
  /** Records that may be written, among those that may be seen. */
  write(resource: Resource): RawBuilder<boolean> | null;
}

/** @param resources those that it will be asked about, with `others` that words may name */
export async function rowRights(
  db: DbOrTx,
  actor: Viewer,
  now: Date,
  { resources, others }: { resources: readonly Resource[]; others: readonly Resource[] },
): Promise<RowRights> {
  const named = resources.flatMap(({ records }) => [records.see, records.write]);
  const scope = await scopeOf(db, actor, now, named);
  const compiled = (resource: Resource, kinds: readonly ('see' | 'write')[]) => {
    const conditions = kinds.flatMap((kind) => resource.records[kind] ?? []);
    if (conditions.length === 0) return null;
    const ownValues = (name: string, source: string) =>
      ownValuesSql(
        actor,
        source,
        others.find((one) => one.name === name),
      );
    const decided = inScope({ all: conditions }, scope, resource.name);
    return predicateSql(decided, { fields: resource.fields, ownValues });
  };
  return { see: (resource) => compiled(resource, ['see']), write: (resource) => compiled(resource, ['see', 'write']) };
}

/** The values of a field in the records that refer to the actor. Null if the resource has no such records. */
function ownValuesSql(
  { merchantId, userId }: Viewer,
  source: string,
  resource: Resource | undefined,
): RawBuilder<unknown> | null {
  const [user, ...more] = resource
    ? referencesTo({ name: 'users' }, resource).filter(({ type }) => type === 'reference')
    : [];
  if (!resource || !user || more.length > 0 || !resource.fields.some((field) => field.source === source)) return null;
  const column = sql.ref(`own.${source}`);
  return sql`select ${column} from ${sql.table(tableOf(resource.name))} own
    where own.merchant_id = ${merchantId} and ${sql.ref(`own.${user.source}`)} = ${userId}::uuid and ${column} is not null`;
}
