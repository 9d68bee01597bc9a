import {
  conditionsIn,
  type Decide,
  type Field,
  type FieldOf,
  giversIn,
  plainText,
  type Resource,
  scaleOfCurrency,
  visibleTo,
  withComputedValues,
} from '@merchant-console/declaration';
import { permissionKey } from '@merchant-console/protocol';
import { type Message, ValidationError } from '#server/errors.ts';
import type { SheetCell } from '#server/sheets/Sheet.ts';
import type { CallDeps, Served } from '../CallDeps.ts';
import { newDefaults } from '../newDefaults.ts';
import { readValues } from '../readValues.ts';
import type { Values } from '../RecordSource.ts';
import { deciderFor } from '../scopeOf.ts';
import type { RecordImporter } from '../RecordImporter.ts';
import { findReferences } from './findReferences.ts';
import { compareUnique } from './compareUnique.ts';
import { type ImportColumn, unitOf } from './ImportColumns.ts';
import type { CellContext } from './CellContext.ts';
import { readAmount, readCell, textOf } from './readCell.ts';
import {
  addProblem,
  addProblemAt,
  type CheckedRow,
  type Draft,
  type FileRow,
  hasProblems,
  type ImportCheck,
  isBlank,
} from './rowDraft.ts';

type Deps = Pick<CallDeps, 'db' | 'clock' | 'translators' | 'backendOf' | 'resourceOf'>;

/**
 * Checks rows as forms check a record, with a few statements for all of them. Rows of one file with the same unique
 * values aren't compared here: see `keys`.
 */
export async function checkRows(
  deps: Deps,
  { resource, backend }: Served,
  check: ImportCheck,
  rows: readonly FileRow[],
): Promise<CheckedRow[]> {
  const { importer } = backend;
  if (!importer || !resource.import) throw new Error(`${resource.name} has no import`);
  const { actor } = check;
  const { db, clock } = deps;
  const drafts = rows.map((row): Draft => ({ row, values: {}, problems: {}, current: null }));
  const columns = placed(resource, check.columns);
  readTexts(deps, resource, check, columns, drafts);
  await readReferences(deps, resource, check, columns, drafts);
  await matchByKey(deps, resource.import.key, importer, check, drafts);
  readAmounts(check, columns, drafts);
  const visible = visibleTo(actor.permissions, resource);
  const conditions = [...conditionsIn(resource), ...[resource.when.edit ?? []].flat()];
  const decide = await deciderFor(db.kysely, actor, clock.now(), resource, conditions);
  const shared = giversIn(resource.fields).length === 0 ? await newDefaults(deps, actor, resource.fields, {}) : null;
  const checked: CheckedRow[] = [];
  for (const draft of drafts) {
    const defaults = draft.current ? null : (shared ?? (await newDefaults(deps, actor, resource.fields, draft.values)));
    checked.push(finish(resource, visible.fields, { draft, defaults, decide, permissions: actor.permissions }));
  }
  await compareUnique(deps, importer, check, checked, drafts);
  return checked.map((row) => ({ ...row, act: hasProblems(row.problems) ? null : row.act }));
}

interface PlacedColumn {
  at: number;
  field: Field;
  heading: string;
}

function placed(resource: Resource, columns: readonly ImportColumn[]): PlacedColumn[] {
  return columns.flatMap(({ source, heading }, at) => {
    const field = resource.fields.find((one) => one.source === source);
    return field ? [{ at, field, heading }] : [];
  });
}

const isReferring = (field: Field): field is FieldOf<'reference'> | FieldOf<'references'> =>
  field.type === 'reference' || field.type === 'references';

/** Reads all values but amounts and references, whose texts it keeps. */
function readTexts(
  { translators }: Deps,
  { name: resource }: Resource,
  { isCsv, currencyData }: ImportCheck,
  columns: readonly PlacedColumn[],
  drafts: readonly Draft[],
): void {
  for (const { at, field, heading } of columns) {
    const timeZone = unitOf(heading).timeZone ?? currencyData.time_zone;
    const context: CellContext = { resource, translators, timeZone, isCsv };
    for (const draft of drafts) {
      const cell = cellAt(draft.row, at, columns[0]?.at === at);
      const text = textOf(field, cell, context);
      if (typeof text !== 'string') {
        if ('problem' in text) addProblem(draft, field.source, text.problem);
      } else if (field.type === 'money' || isReferring(field)) draft.values[field.source] = text.trim();
      else {
        const read = readCell(field, text, context);
        if ('problem' in read) addProblemAt(draft, [field.source, read.at].filter(Boolean).join('.'), read.problem);
        else draft.values[field.source] = read.value;
      }
    }
  }
}

/** The cell of a column. What is wrong with a row as a whole is told at its first column. */
function cellAt({ cells }: FileRow, at: number, isFirst: boolean): SheetCell {
  const cell = cells[at] ?? { text: '', flaw: null };
  const isLonger = cells.some(({ flaw }) => flaw === 'extra_cells');
  if (isFirst && isLonger) return { ...cell, flaw: 'extra_cells' };
  return cell.flaw === 'extra_cells' ? { ...cell, flaw: null } : cell;
}

/** Names of several records in one cell. */
const SEPARATORS = /\s*[,;、，；\n]\s*/u;

async function readReferences(
  deps: Deps,
  resource: Resource,
  { actor }: ImportCheck,
  columns: readonly PlacedColumn[],
  drafts: readonly Draft[],
): Promise<void> {
  for (const { field } of columns) {
    if (!isReferring(field)) continue;
    const { source, reference } = field;
    const textIn = ({ values }: Draft) => plainText(values[source]);
    const partsOf = (text: string) =>
      field.type === 'references' ? [text, ...text.split(SEPARATORS)].filter(Boolean) : [text].filter(Boolean);
    const texts = [...new Set(drafts.flatMap((draft) => partsOf(textIn(draft))))];
    const find = await findReferences(deps, actor, { reference, match: resource.import?.match[source] }, texts);
    for (const draft of drafts) {
      if (!Object.hasOwn(draft.values, source)) continue;
      const text = textIn(draft);
      const whole = find(text);
      const parts = field.type === 'references' ? text.split(SEPARATORS).filter(Boolean) : [];
      const single = parts.map(find);
      const missing = single.find((one) => 'problem' in one);
      if (text === '') draft.values[source] = null;
      else if (parts.length > 1 && 'id' in whole && !missing) fail(draft, source, { key: 'import_list_ambiguous' });
      else if ('id' in whole) draft.values[source] = field.type === 'references' ? [whole.id] : whole.id;
      else if (parts.length > 1 && !missing)
        draft.values[source] = single.flatMap((one) => ('id' in one ? one.id : []));
      else fail(draft, source, missing && 'problem' in missing ? missing.problem : whole.problem);
    }
  }
}

function fail(draft: Draft, source: string, message: Message): void {
  delete draft.values[source];
  addProblem(draft, source, message);
}

/** Finds the records that rows change. A key with an empty part finds none, because that is no certain name of a record. */
async function matchByKey(
  { db }: Deps,
  key: readonly string[],
  importer: RecordImporter,
  { actor, columns }: ImportCheck,
  drafts: readonly Draft[],
): Promise<void> {
  const unique = importer.unique.find(
    ({ sources }) => sources.length === key.length && sources.every((source) => key.includes(source)),
  );
  if (key.length === 0 || !unique) return;
  const isMapped = key.every((source) => columns.some((column) => column.source === source));
  if (!isMapped) return;
  const wanted = new Map<number, unknown[]>();
  for (const [at, draft] of drafts.entries()) {
    for (const source of key) {
      const isRead = draft.problems[source] === undefined;
      if (isRead && isBlank(draft.values[source])) addProblem(draft, source, { key: 'import_key_empty' });
    }
    const values = unique.sources.map((source) => draft.values[source]);
    if (values.every((value) => !isBlank(value))) wanted.set(at, values);
  }
  const found = await importer.find(db.kysely, actor, unique, wanted);
  for (const [at, { record, isSeen, isWritable }] of found) {
    const draft = drafts[at];
    const [source = ''] = key;
    if (!draft) continue;
    if (!isSeen) addProblem(draft, source, { key: 'not_unique' });
    else if (isWritable) draft.current = record;
    else addProblem(draft, '', { key: 'record_not_writable' });
  }
}

/** Reads amounts last, because their decimals follow from the record's currency. */
function readAmounts({ currencyData }: ImportCheck, columns: readonly PlacedColumn[], drafts: readonly Draft[]): void {
  for (const { field, heading } of columns) {
    if (field.type !== 'money') continue;
    const { source, currency: by } = field;
    for (const draft of drafts) {
      if (!Object.hasOwn(draft.values, source)) continue;
      const inRow = by !== undefined && Object.hasOwn(draft.values, by) ? draft.values[by] : draft.current?.[by ?? ''];
      const currency = (by !== undefined && plainText(inRow)) || currencyData.currency;
      const scale = scaleOfCurrency(currency, currencyData);
      const read = readAmount(plainText(draft.values[source]), currency, scale, unitOf(heading).currency);
      if ('problem' in read) fail(draft, source, read.problem);
      else draft.values[source] = read.value;
    }
  }
}

interface Finishing {
  draft: Draft;
  defaults: Values | null;
  decide: Decide;
  permissions: ReadonlySet<string>;
}

/** Validates a row like the body of a call. */
function finish(
  { name, fields, rules, operations, when }: Resource,
  visible: readonly Field[],
  { draft, defaults, decide, permissions }: Finishing,
): CheckedRow {
  const { row, values: body, current } = draft;
  const operation = current ? 'edit' : 'create';
  if (!operations.includes(operation) || !permissions.has(permissionKey(name, operation)))
    addProblem(draft, '', { key: `import_may_not_${operation}` });
  else if (current && when.edit && !decide(when.edit, current)) addProblem(draft, '', { key: 'import_not_in_state' });
  const whole = current && withComputedValues(fields, current);
  let values: Values = {};
  try {
    values = readValues({ fields, visible, current: whole, rules, decide, ...(defaults && { defaults }) }, body);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    // A cell that couldn't be read isn't missing as well.
    const isRead = (place: string) => draft.problems[place.split('.')[0] ?? ''] === undefined;
    const found = Object.entries(error.fields).filter(([place]) => isRead(place));
    for (const [place, message] of found) addProblemAt(draft, place, message);
  }
  const isSame = current !== null && Object.keys(values).length === 0;
  return {
    line: row.line,
    problems: draft.problems,
    act: isSame ? 'same' : current ? 'update' : 'create',
    record: current && { id: current.id, revision: Number(current['revision']) },
    values,
    keys: [],
  };
}
