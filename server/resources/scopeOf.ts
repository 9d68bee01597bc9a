import {
  dayInZone,
  type Decide,
  holdsIn,
  type Predicate,
  type Resource,
  type Scope,
  wordsIn,
} from '@merchant-console/declaration';
import type { DbOrTx } from '#server/db/schema.ts';
import { merchantOf } from '#server/db/tenants.ts';
import type { Author } from './RecordSource.ts';

const NO_PERMISSIONS: ReadonlySet<string> = new Set();

/** The scope in which an actor's conditions are decided. Reads the tenant only if one of them names a day. */
export async function scopeOf(
  db: DbOrTx,
  { merchantId, userId, permissions = NO_PERMISSIONS }: Pick<Author, 'merchantId' | 'userId' | 'permissions'>,
  now: Date,
  predicates: readonly (Predicate | null)[],
): Promise<Scope> {
  const namesDay = predicates.some((one) => one && wordsIn(one).some(({ kind }) => kind === 'today'));
  const today = namesDay ? dayInZone(now, (await merchantOf(db, merchantId)).time_zone) : '';
  // No field has an empty text, so nothing is the server's own.
  return { userId: userId ?? '', now, today, permissions };
}

/** Decides conditions on records of the resource. @param predicates those that it will be asked about */
export async function deciderFor(
  db: DbOrTx,
  actor: Pick<Author, 'merchantId' | 'userId' | 'permissions'>,
  now: Date,
  resource: Pick<Resource, 'name' | 'fields'>,
  predicates: readonly Predicate[],
): Promise<Decide> {
  const scope = await scopeOf(db, actor, now, predicates);
  return (predicate, record) => holdsIn(predicate, record, resource, scope);
}
