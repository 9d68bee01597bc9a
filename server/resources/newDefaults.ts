import {
  constantDefault,
  dayInZone,
  type Field,
  giversIn,
  needsToday,
  takenValue,
  visibleTo,
  withDefaultsIn,
  withComputedValues,
} from '@merchant-console/declaration';
import { permissionKey } from '@merchant-console/protocol';
import { merchantOf } from '#server/db/tenants.ts';
import type { DbOrTx } from '#server/db/schema.ts';
import type { CallDeps } from './CallDeps.ts';
import type { Actor, Author, Values, WireRecord } from './RecordSource.ts';

type Deps = Pick<CallDeps, 'db' | 'clock' | 'backendOf' | 'resourceOf'>;

/** A record that gives others their defaults, with the fields that the author may see. */
interface Given {
  record: WireRecord;
  fields: readonly Field[];
}

interface Around {
  db: DbOrTx;
  now: Date;
  /** Null if the author may not see the record, or there is none. */
  given(this: void, resource: string, id: string): Promise<Given | null>;
}

/**
 * The defaults of a new record: constants, what words stand for, and values of the records that it refers to. Values that
 * the actor may not see are not taken. Numbers are assigned when the record is stored.
 *
 * @param body the values sent, which decide what the record refers to
 * @param unsaved records as they will be stored, by ID
 */
export function newDefaults(
  { db, clock, ...deps }: Deps,
  actor: Actor,
  fields: readonly Field[],
  body: Values,
  unsaved: ReadonlyMap<string, Given> = new Map(),
): Promise<Values> {
  const given: Around['given'] = async (name, id) => unsaved.get(id) ?? readGiven(deps, actor, name, id);
  return defaultsOfNew({ db: db.kysely, now: clock.now(), given }, actor, fields, body);
}

/** Like `newDefaults`, which reads by a resource's back end. */
export async function defaultsOfNew(
  { db, now, given: read }: Around,
  { merchantId, userId }: Author,
  fields: readonly Field[],
  body: Values,
): Promise<Values> {
  const givers = giversIn(fields);
  const tenant = fields.some(needsToday) || givers.length > 0 ? await merchantOf(db, merchantId) : null;
  const today = tenant ? dayInZone(now, tenant.time_zone) : '';
  const defaults: Record<string, unknown> = {};
  for (const field of withDefaultsIn(fields, { userId: userId ?? '', now, today })) {
    const value = constantDefault(field);
    if (value !== undefined) defaults[field.source] = value;
  }
  const valueOf = ({ source, readOnly }: Field) =>
    readOnly === true || body[source] === undefined ? defaults[source] : body[source];
  const amounts: (() => void)[] = [];
  for (const { reference, takers } of givers) {
    const id = valueOf(reference);
    const giver = typeof id === 'string' ? await read(reference.reference, id) : null;
    if (!giver || !tenant) continue;
    const take = (field: Field) => {
      const record = Object.fromEntries(fields.map((one) => [one.source, valueOf(one)]));
      const value = takenValue(field, giver, record, tenant.currency);
      if (value !== null) defaults[field.source] = value;
    };
    for (const field of takers) {
      // After the currencies that they depend on.
      if (field.type === 'money') amounts.push(() => take(field));
      else take(field);
    }
  }
  for (const take of amounts) take();
  return defaults;
}

/** A record as the actor sees it; null if the actor may not see it, or there is none. */
async function readGiven(
  { backendOf, resourceOf }: Pick<Deps, 'backendOf' | 'resourceOf'>,
  actor: Actor,
  name: string,
  id: string,
): Promise<Given | null> {
  const resource = resourceOf(name);
  const backend = backendOf(name);
  const permissions = actor.permissions ?? new Set<string>();
  const maySee = ['show', 'list'].some((operation) => permissions.has(permissionKey(name, operation)));
  if (!resource || !backend || !maySee) return null;
  const source = backend.seenBy?.(actor) ?? backend.source;
  const record = await source.one(actor.merchantId, id);
  return record
    ? { record: withComputedValues(resource.fields, record), fields: visibleTo(permissions, resource).fields }
    : null;
}
