import type { Clock } from '#shared/clock.ts';
import { permissionKey, type ExportFormat, type ExportQuery } from '@merchant-console/protocol';
import { type CurrencyData, dayInZone, type Resource, type Translate, visibleTo } from '@merchant-console/declaration';
import { resourceTitle } from '#shared/format/resourceName.ts';
import type { Language } from '@merchant-console/declaration/languages';
import { recordAudit } from '#server/audit/recordAudit.ts';
import type { UserKey } from '#server/db/tenants.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tx } from '#server/db/schema.ts';
import { ValidationError } from '#server/errors.ts';
import type { Actor, RecordSource } from '../RecordSource.ts';
import type { Viewer } from '../ResourceBackend.ts';
import type { RowBatch } from './Cell.ts';
import { csvBytes } from './csvBytes.ts';
import { parseExport } from './exportQuery.ts';
import { attachment, MEDIA_TYPES } from './fileName.ts';
import { type OpenedFile, patiently, type StreamedFile, type StreamFile } from './fileStreams.ts';
import { openTable } from './openTable.ts';
import type { Referenced } from './referenceNames.ts';
import { xlsxBytes } from './xlsx/xlsxBytes.ts';

/** Excel's limit is 1,048,576 rows. The rest is reserved for concurrent inserts, the header and the totals. */
export const MAX_SHEET_ROWS = 1_040_000;

interface ExporterDeps {
  db: Db;
  clock: Clock;
  streamFile: StreamFile;
  /** By language. */
  translators: Record<Language, Translate>;
  /** Finds a resource by name, for the names of referenced records. */
  find(name: string): Referenced | undefined;
  /** Called before the first byte is sent, so that no export goes unrecorded. */
  audit(actor: Actor, exported: ExportAudit): Promise<void>;
}

/** The audit record of an export. */
export interface ExportAudit {
  resource: string;
  format: ExportFormat;
  /** The requested filter as JSON; '' if there is none. */
  filter: string;
  sort: string;
  /** Sources of the columns. */
  columns: string[];
  /** Number of rows at the start. */
  rows: number;
}

/** Writes the audit entry of an export. */
export function recordExport(tx: Tx, actor: Actor, { resource, ...after }: ExportAudit, at: Date): Promise<void> {
  return recordAudit(tx, { actor, action: `${resource}.export`, recordId: '', after, at });
}

/** The caller and the query. The permission `<resource>.export` has been checked. */
interface ExportRequest {
  actor: Actor;
  permissions: ReadonlySet<string>;
  language: Language;
  resource: Resource;
  source: RecordSource;
  query: ExportQuery;
  /** Records the export instead of the exporter's `audit`. */
  audit?(this: void, exported: ExportAudit): Promise<void>;
  /** Called with the number of records written so far. */
  onRows?(this: void, rows: number): void;
}

/** Streams records as a file, see `StreamFile`. */
export type Exporter = (request: ExportRequest) => Promise<StreamedFile>;

/**
 * The returned function rejects before the first byte.
 * @throws {ValidationError} if there are more rows than a sheet holds; also the errors of `parseExport`
 * @throws {TooManyRequestsError} if the tenant has the maximum number of exports running
 */
export function createExporter(deps: ExporterDeps): Exporter {
  return (request) => deps.streamFile(request.actor.merchantId, () => exportFile(deps, request));
}

async function exportFile(
  { db, clock, translators, find, audit }: ExporterDeps,
  request: ExportRequest,
): Promise<OpenedFile> {
  const { actor, permissions, language, resource, source, query, onRows } = request;
  const { merchantId } = actor;
  const { format, filter = '', sort = '' } = query;
  const { fields, ...chosen } = parseExport(resource, permissions, query);
  const words = { language, translate: translators[language], resource: resource.name };
  const currencyData = await currencyDataOf(db, actor);
  const { count } = await source.summary(merchantId, chosen.conditions);
  if (format === 'xlsx' && count > MAX_SHEET_ROWS) {
    throw new ValidationError({ format: { key: 'export_too_large', args: { max: MAX_SHEET_ROWS, count } } });
  }
  const { batches, stop } = await openTable({
    resource,
    source,
    merchantId,
    query: chosen,
    fields,
    total: count,
    words,
    currencyData,
    findReferenced: (name) => namedTo({ ...actor, permissions }, find(name)),
  });
  const patient = patiently(db, onRows ? counted(batches, onRows) : batches);
  const columns = fields.map((field) => field.source);
  const exported = { resource: resource.name, format, filter, sort, columns, rows: count };
  await (request.audit ? request.audit(exported) : audit(actor, exported));
  const title = resourceTitle(resource, words);
  const day = dayInZone(clock.now(), currencyData.time_zone);
  return {
    bytes: format === 'csv' ? csvBytes(patient) : xlsxBytes(patient, title),
    stop,
    headers: {
      'Content-Type': MEDIA_TYPES[format],
      'Content-Disposition': attachment({ name: resource.name, title, day, format, isTest: currencyData.is_test }),
      'X-Total-Rows': String(count),
      'Cache-Control': 'no-store',
    },
  };
}

async function* counted(batches: AsyncIterable<RowBatch>, onRows: (rows: number) => void) {
  let count = 0;
  for await (const batch of batches) {
    if (batch.kind === 'data') count += batch.rows.length;
    yield batch;
    onRows(count);
  }
}

/** A resource with the caller's visible fields, if the caller may read its names. */
function namedTo(
  actor: Viewer & { permissions: ReadonlySet<string> },
  found: Referenced | undefined,
): Referenced | undefined {
  const { permissions } = actor;
  if (!found) return undefined;
  if (!found.namesForAll && !permissions.has(permissionKey(found.resource.name, 'list'))) return undefined;
  const source = found.seenBy?.(actor) ?? found.source;
  return { ...found, source, resource: visibleTo(permissions, found.resource) };
}

/**
 * The currency of a tenant and the time zone of one of its users, who are the live merchant's for a test side.
 * @throws {Error} if there is no such user
 */
export async function currencyDataOf(db: Db, { merchantId, userId }: UserKey): Promise<CurrencyData> {
  return db.kysely
    .selectFrom('merchants as m')
    .innerJoin('users as u', (join) =>
      join.on('u.merchant_id', '=', (eb) => eb.fn.coalesce('m.live_merchant_id', 'm.merchant_id')),
    )
    .where('m.merchant_id', '=', merchantId)
    .where('u.id', '=', userId)
    .select(['m.currency', 'm.is_divide_hundred', 'm.time_zone as tenant_time_zone'])
    .select((eb) => eb.fn.coalesce('u.time_zone', 'm.time_zone').as('time_zone'))
    .select((eb) => eb('m.type', '=', 'test').$castTo<boolean>().as('is_test'))
    .executeTakeFirstOrThrow();
}
