import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#server/db/schema.ts';
import { NotFoundError } from '#server/errors.ts';
import type { Target, Values } from '#server/resources/RecordSource.ts';
import { placeOf, readRows, type RowOutcome, type StoredImportRow, storeOutcomes } from './importRows.ts';
import { auditRun, end, hold, problemsOf, type Run, type RunDeps, WRITTEN_AT_ONCE } from './runs.ts';

const IS_WRITTEN: RawBuilder<unknown> = sql`outcome in ('created', 'updated')`;

/** Takes back what an import has written, last row first. Records that have changed since are kept, and told. */
export async function undoImport(deps: RunDeps, run: Run): Promise<void> {
  const { db } = deps;
  const { status, file_name } = run.import;
  const place = placeOf(run.import);
  for (let first: number | null = null; ;) {
    if (run.isStopping()) return;
    const isNext: RawBuilder<unknown> = first === null ? IS_WRITTEN : sql`${IS_WRITTEN} and line < ${first}`;
    const rows = await readRows(db.kysely, place, isNext, { limit: WRITTEN_AT_ONCE, isBackwards: true });
    first = rows.at(-1)?.line ?? first;
    if (rows.length === 0) break;
    await takeBack(deps, run, rows);
  }
  if (status === 'undoing')
    return end(deps, run, 'undone', (tx) => auditRun(tx, deps, run, 'import_undo', { file_name }));
  // The rows are checked again, mended and applied again, except for those whose records were kept.
  await end(deps, run, 'checking', async (tx) => {
    await sql`
      update import_rows set outcome = null, is_checked = outcome = 'refused', before = null, record_id = null,
        revision = null
      where merchant_id = ${place.merchantId} and import_id = ${place.id}
        and outcome in ('undone', 'refused', 'same')`.execute(tx);
    await auditRun(tx, deps, run, 'import_undo', { file_name });
  });
}

async function takeBack(deps: RunDeps, run: Run, rows: readonly StoredImportRow[]): Promise<void> {
  try {
    await deps.db.transaction(async (tx) => {
      await hold(tx, deps, run);
      await takeBackAll(tx, deps, run, rows);
      const undone = rows.map(({ line }): RowOutcome => ({ line, outcome: 'undone' }));
      await storeOutcomes(tx, placeOf(run.import), undone);
    });
  } catch (error) {
    const problems = problemsOf(error);
    if (problems === null) throw error;
    const [single, ...others] = rows;
    if (!single || others.length > 0) {
      for (const row of rows) await takeBack(deps, run, [row]);
      return;
    }
    const isGone = error instanceof NotFoundError;
    const told = isGone ? { '': [{ key: 'import_record_gone' }] } : problems;
    await deps.db.transaction(async (tx) => {
      await hold(tx, deps, run);
      await storeOutcomes(tx, placeOf(run.import), [{ line: single.line, outcome: 'kept', problems: told }]);
    });
  }
}

async function takeBackAll(
  tx: Tx,
  { cipher }: RunDeps,
  { served, actor, power }: Run,
  rows: readonly StoredImportRow[],
) {
  const { importer } = served.backend;
  if (!importer) throw new NotFoundError();
  const targetOf = ({ record_id, revision }: StoredImportRow): Target => ({ id: record_id ?? '', revision });
  const having = (outcome: StoredImportRow['outcome']) => rows.filter((row) => row.outcome === outcome);
  const [created, updated] = [having('created'), having('updated')];
  if (updated.length > 0) {
    const before = (row: StoredImportRow): Values => valuesOf(row.before === null ? '{}' : cipher.decrypt(row.before));
    await importer.update(
      tx,
      actor,
      updated.map((row) => ({ ...targetOf(row), values: before(row) })),
      power,
    );
  }
  if (created.length > 0) await importer.remove(tx, actor, created.map(targetOf), power);
}

function valuesOf(json: string): Values {
  const read: unknown = JSON.parse(json);
  return typeof read === 'object' && read !== null ? { ...read } : {};
}
