import { isDeepStrictEqual } from 'node:util';
import { sql, type Transaction } from 'kysely';
import { v7 as uuidv7, validate as isUuid } from 'uuid';
import { holds } from '#shared/declaration/predicate.ts';
import { isWritable, type Resource } from '#shared/declaration/resource.ts';
import { recordName } from '#shared/format/recordName.ts';
import { recordAudit } from '#server/audit/recordAudit.ts';
import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { Db } from '#server/db/connect.ts';
import type { Database } from '#server/db/schema.ts';
import { ConflictError, NotFoundError } from '#server/errors.ts';
import type { Actor, RecordWriter, Target, Values, WireRecord } from '../RecordSource.ts';
import { storedFieldsOf, tableOf } from './columns.ts';
import { namingDuplicates } from './namingDuplicates.ts';
import { auditedValues, columnsOfValue, presentRow, type StoredRow } from './storedRow.ts';

export interface StoredMeans {
  db: Db;
  clock: Clock;
  cipher: Cipher;
}

type Tx = Transaction<Database>;

/** Writes the records of a declared resource: each write with its audit record, in one transaction. */
export function storedWriter({ db, clock, cipher }: StoredMeans, resource: Resource): RecordWriter {
  const { name } = resource;
  const table = sql.table(tableOf(name));
  const fields = storedFieldsOf(resource);
  const present = (row: StoredRow) => presentRow(resource, row);
  const writing = <T>(fn: (tx: Tx) => Promise<T>) => namingDuplicates(resource, () => db.transaction(fn));

  const columnsFor = (values: Values): [string, unknown][] =>
    fields
      .filter(({ source }) => Object.hasOwn(values, source))
      .flatMap((field) => Object.entries(columnsOfValue(field, values[field.source], cipher)));

  /** @throws NotFoundError; locks the row until the transaction ends */
  async function locked(tx: Tx, merchantId: string, id: string): Promise<StoredRow> {
    if (!isUuid(id)) throw new NotFoundError();
    const { rows } = await sql<StoredRow>`
      select * from ${table} where merchant_id = ${merchantId} and id = ${id} for update`.execute(tx);
    if (!rows[0]) throw new NotFoundError();
    return rows[0];
  }

  async function expected(tx: Tx, merchantId: string, { id, revision }: Target): Promise<StoredRow> {
    const row = await locked(tx, merchantId, id);
    if (revision !== null && row.revision !== revision) throw new ConflictError({ current: present(row) });
    return row;
  }

  function audit(tx: Tx, actor: Actor, action: string, before: WireRecord | null, after: WireRecord | null) {
    const sources = fields.map(({ source }) => source);
    const isChanged = (source: string) => !before || !after || !isDeepStrictEqual(before[source], after[source]);
    const changed = sources.filter(isChanged);
    return recordAudit(tx, {
      ...{ actor, action, resource: name, recordId: (after ?? before)?.id ?? '', at: clock.now() },
      before: before && auditedValues(resource, before, changed),
      after: after && auditedValues(resource, after, changed),
    });
  }

  async function changed(tx: Tx, actor: Actor, row: StoredRow, values: Values, action: string): Promise<WireRecord> {
    const assignments = [...columnsFor(values), ['updated_at', clock.now()] as const];
    const { rows } = await sql<StoredRow>`
      update ${table} set revision = revision + 1,
        ${sql.join(assignments.map(([column, value]) => sql`${sql.ref(column)} = ${value}`))}
      where merchant_id = ${actor.merchantId} and id = ${row.id} returning *`.execute(tx);
    if (!rows[0]) throw new NotFoundError();
    const after = present(rows[0]);
    await audit(tx, actor, action, present(row), withNewSecrets(resource, values, after));
    return after;
  }

  return {
    create: (actor, values) =>
      writing(async (tx) => {
        const now = clock.now();
        const own = { merchant_id: actor.merchantId, id: uuidv7({ msecs: now.getTime() }), revision: 1 };
        const columns = [...Object.entries({ ...own, created_at: now, updated_at: now }), ...columnsFor(values)];
        const { rows } = await sql<StoredRow>`
          insert into ${table} (${sql.join(columns.map(([column]) => sql.ref(column)))})
          values (${sql.join(columns.map(([, value]) => value))}) returning *`.execute(tx);
        if (!rows[0]) throw new Error('unreachable: the row was just made');
        const after = present(rows[0]);
        await audit(tx, actor, `${name}.create`, null, after);
        return after;
      }),

    update: (actor, target, values) =>
      writing(async (tx) => {
        const row = await expected(tx, actor.merchantId, target);
        return columnsFor(values).length === 0 ? present(row) : changed(tx, actor, row, values, `${name}.edit`);
      }),

    remove: (actor, target) =>
      writing(async (tx) => {
        const row = await expected(tx, actor.merchantId, target);
        await sql`delete from ${table} where merchant_id = ${actor.merchantId} and id = ${row.id}`.execute(tx);
        await audit(tx, actor, `${name}.delete`, present(row), null);
        return present(row);
      }),

    set(actor, ids, { values, when, action }, outer) {
      const run = async (tx: Tx) => {
        const rows: StoredRow[] = [];
        // In the order of their ids, so that two who change the same records never wait for each other in a ring.
        for (const id of [...new Set(ids)].toSorted()) rows.push(await locked(tx, actor.merchantId, id));
        const refused = when && rows.map(present).find((record) => !holds(when, record));
        if (refused) {
          const record = recordName(refused, resource);
          throw new ConflictError({ id: 'not_in_this_state', args: { record }, current: refused });
        }
        const done: WireRecord[] = [];
        for (const row of rows) done.push(await changed(tx, actor, row, values, action));
        return done;
      };
      return outer ? namingDuplicates(resource, () => run(outer)) : writing(run);
    },

    reveal: (actor, id, source) =>
      writing(async (tx) => {
        const row = await locked(tx, actor.merchantId, id);
        const stored = row[source];
        await recordAudit(tx, {
          ...{ actor, action: `${name}.reveal`, resource: name, recordId: id, at: clock.now() },
          ...{ before: null, after: { field: source } },
        });
        return typeof stored === 'string' ? cipher.decrypt(stored) : null;
      }),
  };
}

/** A secret looks the same before and after: the log says that it was set anew. */
function withNewSecrets({ fields }: Resource, values: Values, after: WireRecord): WireRecord {
  const set = fields.filter(
    (field) => field.type === 'secret' && isWritable(field) && values[field.source] !== undefined,
  );
  return {
    ...after,
    ...Object.fromEntries(set.map(({ source }) => [source, values[source] === null ? false : '•••'])),
  };
}
