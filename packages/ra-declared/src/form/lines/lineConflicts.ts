import type { Field } from '@merchant-console/declaration';
import type { FieldRecord } from '../../fields/FieldTypeDefinition.ts';
import { isSame } from '../../fields/inputs/useBoundField.ts';
import { linesIn } from './linesIn.ts';

/** A line in three versions; undefined where it doesn't exist. */
interface Versions {
  before: FieldRecord | undefined;
  mine: FieldRecord | undefined;
  theirs: FieldRecord | undefined;
}

function versionsOf(id: unknown, before: unknown, mine: unknown, theirs: unknown): Versions {
  const versionIn = (lines: unknown) => linesIn(lines).find((line) => line['id'] === id);
  return { before: versionIn(before), mine: versionIn(mine), theirs: versionIn(theirs) };
}

/**
 * The lines of a form on top of those that someone else has saved: in the form's order, with the form's changes of each.
 * Lines that the form hasn't changed are as the other user left them. One that the form has changed, and the other user
 * deleted, becomes a new one.
 */
export function mergedLines(before: unknown, mine: unknown, theirs: unknown): FieldRecord[] {
  const merged = linesIn(mine).flatMap((line): FieldRecord[] => {
    const { before: known, theirs: other } = versionsOf(line['id'], before, mine, theirs);
    if (!known) return [line];
    const changed = Object.entries(line).filter(([source, value]) => !isSame(value ?? null, known[source] ?? null));
    if (other) return [{ ...other, ...Object.fromEntries(changed) }];
    const { id: _, revision: __, ...values } = line;
    return changed.length === 0 ? [] : [values];
  });
  linesIn(theirs).forEach((line, at, all) => {
    if (linesIn(before).some(({ id }) => id === line['id'])) return;
    // Behind the line that it follows there.
    const previous = merged.findIndex(({ id }) => id !== undefined && id === all[at - 1]?.['id']);
    merged.splice(at === 0 ? 0 : previous === -1 ? merged.length : previous + 1, 0, line);
  });
  return merged;
}

/** A difference between this form's lines and those that someone else has saved. */
export interface LineConflict {
  /** Its number in this form, or in theirs if it isn't there. */
  number: number;
  /** The column that differs, or null if one of them has deleted the line. */
  column: Field | null;
  /** Undefined if the line was deleted. */
  mine: FieldRecord | undefined;
  theirs: FieldRecord | undefined;
  isMineChanged: boolean;
}

/** What someone else has changed in stored lines, and differs from the form. Added lines are no conflict. */
export function conflictingLines(
  columns: readonly Field[],
  before: unknown,
  mine: unknown,
  theirs: unknown,
): LineConflict[] {
  return linesIn(before).flatMap((stored): LineConflict[] => {
    const versions = versionsOf(stored['id'], before, mine, theirs);
    const place = versions.mine ? linesIn(mine).indexOf(versions.mine) : linesIn(before).indexOf(stored);
    const base = { number: place + 1, mine: versions.mine, theirs: versions.theirs };
    const isMineChanged = (source: string) => !isSame(versions.mine?.[source] ?? null, stored[source] ?? null);
    const differing = columns.filter(
      ({ source }) => !isSame(stored[source] ?? null, versions.theirs?.[source] ?? null),
    );
    if (!versions.mine && !versions.theirs) return [];
    if (!versions.mine || !versions.theirs) {
      const isChanged = versions.mine ? columns.some(({ source }) => isMineChanged(source)) : differing.length > 0;
      return isChanged || versions.mine
        ? [
            {
              ...base,
              column: null,
              isMineChanged: !versions.mine || columns.some(({ source }) => isMineChanged(source)),
            },
          ]
        : [];
    }
    return differing
      .filter(({ source }) => !isSame(versions.mine?.[source] ?? null, versions.theirs?.[source] ?? null))
      .map((column) => ({ ...base, column, isMineChanged: isMineChanged(column.source) }));
  });
}
