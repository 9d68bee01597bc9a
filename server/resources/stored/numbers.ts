import { sql } from 'kysely';
import {
  dayInZone,
  hasPeriods,
  numberIn,
  type Resource,
  sequenceOf,
  type Series,
  seriesOf,
} from '@merchant-console/declaration';
import type { DbOrTx } from '#server/db/schema.ts';
import { merchantOf } from '#server/db/tenants.ts';
import type { Values } from '../RecordSource.ts';
import { storedFieldsOf, tableOf } from './columns.ts';

interface Numbering {
  resource: Pick<Resource, 'name' | 'fields'>;
  merchantId: string;
  now: Date;
}

/** Fields that the server numbers. */
export function numberedFields(resource: Pick<Resource, 'fields'>) {
  return storedFieldsOf(resource).flatMap((field) => {
    const sequence = sequenceOf(field);
    return sequence ? [{ source: field.source, ...sequence }] : [];
  });
}

/**
 * Takes the next number of each field. In a transaction, the counters stay locked until it ends, and a rollback gives the
 * numbers back, so that none is missing. Outside, others wait for one statement only, and a number may be lost.
 */
export async function takeNumbers(
  db: DbOrTx,
  { resource, merchantId, now }: Numbering,
  fields: ReturnType<typeof numberedFields>,
): Promise<Values> {
  if (fields.length === 0) return {};
  const isDated = fields.some(({ pattern }) => hasPeriods(pattern));
  const day = isDated ? dayInZone(now, (await merchantOf(db, merchantId)).time_zone) : '';
  const numbers: Record<string, string> = {};
  // In one order, so that creations of several records don't wait for each other in a circle.
  for (const { source, pattern } of fields.toSorted((one, other) => (one.source < other.source ? -1 : 1))) {
    const series = seriesOf(pattern, day);
    const counter = { merchantId, resource: resource.name, field: source, series: keyOf(series) };
    const last = (await advanced(db, counter)) ?? (await begun(db, counter, series));
    numbers[source] = numberIn(series, last);
  }
  return numbers;
}

/** Without the number of digits, so that a pattern with more digits continues the series. */
const keyOf = ({ before, after }: Series) => `${before}{}${after}`;

interface Counter {
  merchantId: string;
  resource: string;
  field: string;
  series: string;
}

/** The next number of a counter, or null if it doesn't exist yet. */
async function advanced(db: DbOrTx, { merchantId, resource, field, series }: Counter): Promise<bigint | null> {
  const { rows } = await sql<{ last: bigint }>`
    update record_counters set last = last + 1
    where merchant_id = ${merchantId} and resource = ${resource} and field = ${field} and series = ${series}
    returning last`.execute(db);
  return rows[0]?.last ?? null;
}

/**
 * Begins a series after the greatest number that records have already, because their numbers may have been written by
 * users before. Of concurrent calls, one begins it and the others continue.
 */
async function begun(
  db: DbOrTx,
  { merchantId, resource, field, series }: Counter,
  { before, after }: Series,
): Promise<bigint> {
  const column = sql.ref(field);
  const counted = sql`substr(${column}, ${before.length + 1}::int, length(${column}) - ${before.length + after.length}::int)`;
  const { rows } = await sql<{ last: bigint }>`
    insert into record_counters (merchant_id, resource, field, series, last)
    select ${merchantId}::uuid, ${resource}::text, ${field}::text, ${series}::text, coalesce(max(counter), 0) + 1
    from (
      select case when ${counted} ~ '^[0-9]{1,18}$' then ${counted}::bigint end as counter
      from ${sql.table(tableOf(resource))}
      where merchant_id = ${merchantId} and starts_with(${column}, ${before}) and right(${column}, ${after.length}::int) = ${after}
        and length(${column}) > ${before.length + after.length}::int
    ) as numbered
    on conflict (merchant_id, resource, field, series) do update set last = record_counters.last + 1
    returning last`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`The series ${series} has no counter`);
  return row.last;
}

/** Moves the counters of a renamed field, so that its series continue. */
export function renameCounters(resource: string, from: string, to: string) {
  return sql`update record_counters set field = ${to}
    where resource = ${resource} and field = ${from} and not exists (
      select from record_counters own where own.merchant_id = record_counters.merchant_id
        and own.resource = ${resource} and own.field = ${to} and own.series = record_counters.series)`;
}

/** Deletes the counters of a resource whose records are deleted. */
export async function deleteCounters(db: DbOrTx, merchantId: string, resource: string): Promise<void> {
  await sql`delete from record_counters where merchant_id = ${merchantId} and resource = ${resource}`.execute(db);
}

/** Moves the counters of a renamed resource, in one tenant. */
export async function moveCounters(db: DbOrTx, merchantId: string, from: string, name: string): Promise<void> {
  await deleteCounters(db, merchantId, name);
  await sql`update record_counters set resource = ${name} where merchant_id = ${merchantId} and resource = ${from}`.execute(
    db,
  );
}
