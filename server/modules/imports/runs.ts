import { addMilliseconds } from 'date-fns/addMilliseconds';
import { sql } from 'kysely';
import { MOST_CHECKED_AT_ONCE } from '#shared/contract/imports.ts';
import { recordAudit } from '#server/audit/recordAudit.ts';
import type { Tx } from '#server/db/schema.ts';
import {
  AppError,
  ConflictError,
  ForbiddenError,
  type Message,
  NotFoundError,
  UnavailableError,
  ValidationError,
} from '#server/errors.ts';
import { importJobs } from '#server/jobs/jobQueue.ts';
import type { Served } from '#server/resources/CallDeps.ts';
import { currencyDataOf } from '#server/resources/export/createExporter.ts';
import { checkRows } from '#server/resources/import/checkRows.ts';
import type { CheckedRow, FileRow, ImportCheck } from '#server/resources/import/rowDraft.ts';
import type { ImportPower } from '#server/resources/RecordImporter.ts';
import type { Values } from '#server/resources/RecordSource.ts';
import type { Services } from '#server/services.ts';
import { notify } from '../notifications/service.ts';
import {
  fileRow,
  type ImportPlace,
  type ImportRecord,
  markRepeated,
  placeOf,
  readRows,
  storeChecked,
  storeCounts,
  type StoredImportRow,
} from './importRows.ts';

/** Rows checked with the same statements. */
const CHECKED_AT_ONCE = 500;
/** Rows per transaction of an application, which takes less than a second on the embedded database. */
export const WRITTEN_AT_ONCE = 500;

/** Thrown if a run has lost its import: the claim expired and another run has started. */
export class RunLostError extends Error {}

export type RunDeps = Pick<Services, 'db' | 'clock' | 'cipher' | 'translators' | 'registry'>;

/** As whom a run writes. */
export interface RunRights {
  served: Served;
  actor: ImportCheck['actor'];
  power: ImportPower;
}

/** A run of the one server that works on the import. */
export interface Run extends RunRights {
  import: ImportRecord;
  /** The rights of now. @throws {ForbiddenError | NotFoundError} if its user may not import any more */
  rights(): Promise<RunRights>;
  /** How long a claim lasts, in milliseconds. */
  leaseMs: number;
  /** True if this server is stopping. */
  isStopping(): boolean;
}

/** Checks rows of a file. */
export function checkFiles(
  { db, clock, translators, registry }: RunDeps,
  served: Served,
  check: ImportCheck,
  rows: readonly FileRow[],
): Promise<CheckedRow[]> {
  const { resources } = registry.state;
  const deps = {
    db,
    clock,
    translators,
    backendOf: (name: string) => resources.get(name)?.backend ?? undefined,
    resourceOf: (name: string) => resources.get(name)?.resource,
  };
  return checkRows(deps, served, check, rows);
}

/** Checks rows as they are stored. */
export function checkStored(
  deps: RunDeps,
  served: Served,
  check: ImportCheck,
  rows: readonly StoredImportRow[],
): Promise<CheckedRow[]> {
  const files = rows.map((row) => fileRow(deps.cipher, row));
  return checkFiles(deps, served, check, files);
}

export async function checkFor(
  { db }: Pick<RunDeps, 'db'>,
  { reading, columns }: Pick<ImportRecord, 'reading' | 'columns'>,
  actor: ImportCheck['actor'],
): Promise<ImportCheck> {
  return { actor, columns, isCsv: reading.sheet === null, currencyData: await currencyDataOf(db, actor) };
}

/** Holds the import for this run until the transaction ends. @throws {RunLostError} if another run has it */
export async function hold(
  tx: Tx,
  deps: RunDeps,
  { import: { merchant_id, id, attempt, status }, leaseMs }: Run,
): Promise<void> {
  const { rows } = await sql`
    select 1 from imports where merchant_id = ${merchant_id} and id = ${id} and attempt = ${attempt}
      and status = ${status} for no key update`.execute(tx);
  if (rows.length === 0) throw new RunLostError();
  await tx
    .updateTable('import_jobs')
    .set({ due_at: addMilliseconds(deps.clock.now(), leaseMs) })
    .where('merchant_id', '=', merchant_id)
    .where('import_id', '=', id)
    .execute();
}

/** Statuses that need another run. */
const CONTINUED: readonly ImportRecord['status'][] = ['checking', 'reverting'];

/** Ends a run: the import has another status, and no job unless that needs another run. */
export async function end(
  deps: RunDeps,
  run: Run,
  status: ImportRecord['status'],
  also: (tx: Tx) => Promise<unknown> = async () => {},
): Promise<void> {
  const { merchant_id, id } = run.import;
  await deps.db.transaction(async (tx) => {
    await hold(tx, deps, run);
    await tx
      .updateTable('imports')
      .set({ status })
      .where('merchant_id', '=', merchant_id)
      .where('id', '=', id)
      .execute();
    if (CONTINUED.includes(status)) await importJobs.makeDue(tx, merchant_id, id, deps.clock.now());
    else await importJobs.remove(tx, merchant_id, id);
    await also(tx);
    if (!CONTINUED.includes(status)) await storeCounts(tx, placeOf(run.import));
    await tellUser(tx, deps, run, status);
  });
}

/** Notifies the user that a run has ended, if it takes so long that the user may have left. */
async function tellUser(tx: Tx, { clock }: RunDeps, run: Run, after: ImportRecord['status']): Promise<void> {
  const { merchant_id: merchantId, id, user_id, resource, file_name: file, status, mode } = run.import;
  const outcomes: Partial<Record<ImportRecord['status'], string | null>> = {
    // Rows that were taken back are checked once more. The user knows already.
    checking: mode === null ? 'checked' : null,
    applying: after === 'done' ? 'done' : null,
    undoing: 'undone',
    reverting: 'returned',
  };
  const outcome = outcomes[status];
  if (!outcome || !(await isLong(tx, placeOf(run.import)))) return;
  const data = { resource, import_id: id, file, status: outcome };
  await notify(tx, { merchantId, userIds: [user_id], kind: 'import_ended', data, at: clock.now() });
}

async function isLong(tx: Tx, { merchantId, id }: ImportPlace): Promise<boolean> {
  const { rows } = await sql`
    select 1 from import_rows where merchant_id = ${merchantId} and import_id = ${id}
    order by line limit 1 offset ${MOST_CHECKED_AT_ONCE}`.execute(tx);
  return rows.length > 0;
}

/** Checks the rows that aren't checked yet. Continues where an interrupted run has stopped. */
export async function checkImport(deps: RunDeps, run: Run): Promise<void> {
  const { db } = deps;
  const place = placeOf(run.import);
  const check = await checkFor(deps, run.import, run.actor);
  for (let last = 0; ;) {
    if (run.isStopping()) return;
    const isNext = sql`not is_checked and outcome is null and line > ${last}`;
    const rows = await readRows(db.kysely, place, isNext, { limit: CHECKED_AT_ONCE });
    last = rows.at(-1)?.line ?? last;
    if (rows.length === 0) break;
    const checked = await checkStored(deps, run.served, check, rows);
    await db.transaction(async (tx) => {
      await hold(tx, deps, run);
      await storeChecked(tx, place, checked);
    });
  }
  await end(deps, run, 'ready', (tx) => markRepeated(tx, place));
}

/** Records what a run has done. */
export const auditRun = (tx: Tx, { clock }: RunDeps, { actor, served }: Run, verb: string, after: Values) =>
  recordAudit(tx, { actor, action: `${served.resource.name}.${verb}`, recordId: '', after, at: clock.now() });

/** The problems of a row, or null if the error isn't one of rows. */
export function problemsOf(error: unknown): Record<string, Message[]> | null {
  if (error instanceof ValidationError)
    return Object.fromEntries(Object.entries(error.fields).map(([source, message]) => [source, [message]]));
  if (error instanceof UnavailableError || !(error instanceof AppError)) return null;
  const isOfRow = error instanceof ConflictError || error instanceof ForbiddenError || error instanceof NotFoundError;
  return isOfRow ? { '': [{ key: error.text, args: error.args }] } : null;
}
