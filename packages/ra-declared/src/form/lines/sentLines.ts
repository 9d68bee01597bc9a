import { acceptsValue, DELETED_LINE, type Field } from '@merchant-console/declaration';
import type { FieldRecord } from '../../fields/FieldTypeDefinition.ts';
import { isSame } from '../../fields/inputs/useBoundField.ts';
import { type FormLines, lineOf } from './formLines.ts';
import { linesIn } from './linesIn.ts';

type Sent = Record<string, unknown>;

/**
 * The lines to send, in their order, with the deleted ones last: new lines with their values, others with the changed
 * ones and the revision that was seen. Null if nothing has changed.
 *
 * @param values of the form
 * @param before the stored record; null for a new one
 */
function sentLines(lines: FormLines, values: FieldRecord, before: FieldRecord | null): Sent[] | null {
  const { source } = lines.field;
  const now = linesIn(values[source]);
  const stored = linesIn(before?.[source]);
  const kept = now.map((line) => {
    const known = stored.find(({ id }) => id === line['id']);
    return sentLine(lines, lineOf(lines, values, line), known);
  });
  const deleted = stored
    .filter(({ id }) => now.every((line) => line['id'] !== id))
    .map(({ id, revision }) => ({ id, revision, [DELETED_LINE]: true }));
  const isSameOrder = isSame(
    kept.map(({ id }) => id),
    stored.map(({ id }) => id),
  );
  // A line that only has its ID keeps its values, whoever changes them.
  if (isSameOrder && kept.every((line) => Object.keys(line).length === 1)) return null;
  return [...kept, ...deleted];
}

function sentLine({ columns }: FormLines, line: FieldRecord, stored: FieldRecord | undefined): Sent {
  const valuesOf = (fields: readonly Field[]) => Object.fromEntries(fields.map(({ source }) => [source, line[source]]));
  if (!stored)
    return valuesOf(columns.filter((field) => acceptsValue(field, 'create') && (line[field.source] ?? null) !== null));
  const { id, revision } = stored;
  const changed = columns.filter(
    (field) => acceptsValue(field, 'edit') && !isSame(line[field.source] ?? null, stored[field.source] ?? null),
  );
  return changed.length === 0 ? { id } : { id, revision, ...valuesOf(changed) };
}

/** The lines to send as a value of the record; nothing if there are no changes, or the user may not make them. */
export function linesToSend(
  lines: FormLines,
  values: FieldRecord,
  before: FieldRecord | null,
): [source: string, value: Sent[]][] {
  const sent = acceptsValue(lines.field, before === null ? 'create' : 'edit') ? sentLines(lines, values, before) : null;
  return sent === null ? [] : [[lines.field.source, sent]];
}

/** Paths of a form's lines, and of their inputs. The server names messages by the same paths. */
export function lineInputs({ field: { source }, columns }: FormLines, values: FieldRecord): string[] {
  return linesIn(values[source]).flatMap((_, at) => [
    `${source}.${at}`,
    ...columns.map((column) => `${source}.${at}.${column.source}`),
  ]);
}
