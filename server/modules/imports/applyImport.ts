import { sql } from 'kysely';
import type { Tx } from '#server/db/schema.ts';
import { NotFoundError } from '#server/errors.ts';
import { type CheckedRow, hasProblems } from '#server/resources/import/rowDraft.ts';
import { IS_PENDING, placeOf, readRows, type RowOutcome, type StoredImportRow, storeOutcomes } from './importRows.ts';
import {
  auditRun,
  checkFor,
  checkStored,
  end,
  hold,
  problemsOf,
  type Run,
  type RunDeps,
  WRITTEN_AT_ONCE,
} from './runs.ts';

/** A row that is about to be written, checked once more. */
interface Planned {
  row: StoredImportRow;
  checked: CheckedRow;
}

/**
 * Writes the rows without problems, a few per transaction, each together with its outcome: so an interrupted run is
 * continued without writing a row twice. If all rows are wanted and one is refused, takes back those written.
 */
export async function applyImport(deps: RunDeps, begun: Run): Promise<void> {
  const { db } = deps;
  const { mode, file_name } = begun.import;
  const place = placeOf(begun.import);
  for (let last = 0; ;) {
    if (begun.isStopping()) return;
    // The user may have lost a right since the last rows.
    const run: Run = { ...begun, ...(await begun.rights()) };
    const check = await checkFor(deps, run.import, run.actor);
    const rows = await readRows(db.kysely, place, sql`${IS_PENDING} and line > ${last}`, { limit: WRITTEN_AT_ONCE });
    last = rows.at(-1)?.line ?? last;
    if (rows.length === 0) break;
    const checked = await checkStored(deps, run.served, check, rows);
    const planned = rows.flatMap((row, at): Planned[] => (checked[at] ? [{ row, checked: checked[at] }] : []));
    const refused = planned.flatMap(refusalOf);
    const written = planned.filter(({ row }) => !refused.some(({ line }) => line === row.line));
    const isRefused = await write(deps, run, written, refused);
    if (isRefused && mode === 'all') return end(deps, run, 'reverting');
  }
  const audit = async (tx: Tx) => {
    const { rows } = await sql<{ outcome: string; count: number }>`
      select outcome, count(*)::integer as count from import_rows
      where merchant_id = ${place.merchantId} and import_id = ${place.id} and outcome is not null
      group by outcome`.execute(tx);
    const counts = Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count]));
    await auditRun(tx, deps, begun, 'import', { file_name, mode, ...counts });
  };
  await end(deps, begun, 'done', audit);
}

/** A row that no longer does what the user has seen: its record has changed, or another one has its key. */
function refusalOf({ row, checked }: Planned): RowOutcome[] {
  const { line } = row;
  if (hasProblems(checked.problems)) return [{ line, outcome: 'refused', problems: checked.problems }];
  const isSame =
    checked.act === row.act &&
    (checked.record?.id ?? null) === row.record_id &&
    (checked.record?.revision ?? null) === row.revision;
  return isSame ? [] : [{ line, outcome: 'refused', problems: { '': [{ key: 'import_row_changed' }] } }];
}

/** @returns true if a row was refused */
async function write(
  deps: RunDeps,
  run: Run,
  planned: readonly Planned[],
  refused: readonly RowOutcome[],
): Promise<boolean> {
  try {
    await deps.db.transaction((tx) => writeAll(tx, deps, run, planned, refused));
    return refused.length > 0;
  } catch (error) {
    const problems = problemsOf(error);
    if (problems === null) throw error;
    const [single, ...others] = planned;
    if (single && others.length === 0) {
      await write(deps, run, [], [...refused, { line: single.row.line, outcome: 'refused', problems }]);
      return true;
    }
    // One of them is refused: each alone.
    await write(deps, run, [], refused);
    let isRefused = refused.length > 0;
    for (const one of planned) isRefused = (await write(deps, run, [one], [])) || isRefused;
    return isRefused;
  }
}

async function writeAll(
  tx: Tx,
  deps: RunDeps,
  run: Run,
  planned: readonly Planned[],
  refused: readonly RowOutcome[],
): Promise<void> {
  await hold(tx, deps, run);
  const { importer } = run.served.backend;
  if (!importer) throw new NotFoundError();
  const having = (act: CheckedRow['act']) => planned.filter(({ checked }) => checked.act === act);
  const [creating, updating] = [having('create'), having('update')];
  const targets = updating.flatMap(({ checked: { record, values } }) => (record ? [{ ...record, values }] : []));
  const updated = updating.length > 0 ? await importer.update(tx, run.actor, targets, run.power) : [];
  const created =
    creating.length > 0
      ? await importer.create(
          tx,
          run.actor,
          creating.map(({ checked }) => checked.values),
        )
      : [];
  const outcomes: RowOutcome[] = [
    ...refused,
    ...having('same').map(({ row }): RowOutcome => ({ line: row.line, outcome: 'same' })),
    ...creating.map(({ row }, at): RowOutcome => {
      const { id, revision } = created[at] ?? {};
      return { line: row.line, outcome: 'created', record_id: id ?? null, revision: revision ?? null };
    }),
    ...updating.map(({ row }, at): RowOutcome => {
      const { revision, before = {} } = updated[at] ?? {};
      const kept = deps.cipher.encrypt(JSON.stringify(before));
      return { line: row.line, outcome: 'updated', revision: revision ?? null, before: kept };
    }),
  ];
  await storeOutcomes(tx, placeOf(run.import), outcomes);
}
