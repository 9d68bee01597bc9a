import type { Identifier } from 'react-admin';
import type { ArrangedRecords, MoveParams } from '@merchant-console/ra-provider';
import type { Resource } from '@merchant-console/declaration';
import type { IdentifiedRecord } from '../../fields/FieldTypeDefinition.ts';

/** The loaded records below one parent, in their order. */
export interface Level extends Pick<ArrangedRecords, 'parents' | 'total'> {
  records: readonly IdentifiedRecord[];
}

/** The loaded levels by parent; null is the top. */
export type Levels = ReadonlyMap<Identifier | null, Level>;

/** A record in its place. */
export interface ArrangedRow {
  record: IdentifiedRecord;
  parent: Identifier | null;
  /** From 1. */
  level: number;
  /** Position in its level, from 0. */
  at: number;
  /** Number of records in its level, with those that aren't loaded. */
  count: number;
  hasBelow: boolean;
  isOpen: boolean;
}

/** A button that loads more of a level. */
export interface MoreRow {
  more: Identifier | null;
  level: number;
  /** Number of records that aren't loaded. */
  left: number;
}

/** The rows of open levels from top to bottom. */
export function rowsOf(
  levels: Levels,
  opened: ReadonlySet<Identifier>,
  parent: Identifier | null = null,
  level = 1,
): (ArrangedRow | MoreRow)[] {
  const found = levels.get(parent);
  if (!found) return [];
  const { records, parents, total } = found;
  const withBelow = new Set(parents);
  const left = total - records.length;
  return [
    ...records.flatMap((record, at) => {
      const hasBelow = withBelow.has(String(record.id));
      const isOpen = hasBelow && opened.has(record.id);
      const row = { record, parent, level, at, count: total, hasBelow, isOpen };
      return isOpen ? [row, ...rowsOf(levels, opened, record.id, level + 1)] : [row];
    }),
    ...(left > 0 ? [{ more: parent, level, left }] : []),
  ];
}

/** Levels of records that come in no particular order, as the matches of a filter do with their ancestors. */
export function levelsOf(
  records: readonly IdentifiedRecord[],
  { tree, order }: Pick<Resource, 'tree' | 'order'>,
): Levels {
  const known = new Set<unknown>(records.map(({ id }) => id));
  const levels = new Map<Identifier | null, IdentifiedRecord[]>();
  for (const record of records) {
    const above = tree === null ? null : record[tree];
    const parent = (typeof above === 'string' || typeof above === 'number') && known.has(above) ? above : null;
    levels.set(parent, [...(levels.get(parent) ?? []), record]);
  }
  const parents = [...levels.keys()].flatMap((id) => (id === null ? [] : [String(id)]));
  const placeOf = (record: IdentifiedRecord) => {
    const place = order === null ? null : record[order];
    return typeof place === 'number' ? place : Number.POSITIVE_INFINITY;
  };
  const sorted = (level: IdentifiedRecord[]) =>
    order === null ? level : level.toSorted((one, other) => placeOf(one) - placeOf(other) || 0);
  return new Map([...levels].map(([id, level]) => [id, { records: sorted(level), parents, total: level.length }]));
}

/** A move by the keyboard or a menu: among the siblings, below the one before, or out of the parent. */
export type Step = 'up' | 'down' | 'in' | 'out';

/** The move that a step means, or null if there is no place in that direction. */
export function stepMove(
  rows: readonly ArrangedRow[],
  { record: { id }, parent, at }: ArrangedRow,
  step: Step,
  { tree, order }: Pick<Resource, 'tree' | 'order'>,
): MoveParams | null {
  const sibling = (place: number) => rows.find((row) => row.parent === parent && row.at === place)?.record.id;
  if (step === 'up' || step === 'down') {
    const beside = sibling(step === 'up' ? at - 1 : at + 1);
    if (order === null || beside === undefined) return null;
    return { id, after: step === 'down' ? beside : (sibling(at - 2) ?? null) };
  }
  if (tree === null) return null;
  if (step === 'in') {
    const above = sibling(at - 1);
    return above === undefined ? null : { id, parent: above };
  }
  const above = rows.find(({ record }) => record.id === parent);
  return above ? { id, parent: above.parent, ...(order !== null && { after: above.record.id }) } : null;
}

/** Place of a drop relative to a row. */
export type DropSide = 'before' | 'after' | 'inside';

/** @param fraction vertical position within the row, from 0 to 1 */
export function dropSide(fraction: number, { tree, order }: Pick<Resource, 'tree' | 'order'>): DropSide {
  if (order === null) return 'inside';
  if (tree === null) return fraction < 0.5 ? 'before' : 'after';
  if (fraction < 0.3) return 'before';
  return fraction > 0.7 ? 'after' : 'inside';
}

/** The move for a drop on a row, or null if it isn't possible or changes nothing. */
export function dropMove(
  rows: readonly ArrangedRow[],
  id: Identifier,
  { target, side }: { target: ArrangedRow; side: DropSide },
): MoveParams | null {
  const moved = rows.find(({ record }) => record.id === id);
  if (!moved || isWithin(rows, target, id)) return null;
  if (side === 'inside') return moved.parent === target.record.id ? null : { id, parent: target.record.id };
  // Directly after an open record are those below it.
  if (side === 'after' && target.isOpen) return { id, parent: target.record.id, after: null };
  const siblings = rows.filter(({ parent, record }) => parent === target.parent && record.id !== id);
  const at = siblings.indexOf(target);
  const after = side === 'after' ? target.record.id : (siblings[at - 1]?.record.id ?? null);
  const before = rows.find(({ parent, at: place }) => parent === moved.parent && place === moved.at - 1)?.record.id;
  if (moved.parent === target.parent && after === (before ?? null)) return null;
  return moved.parent === target.parent ? { id, after } : { id, parent: target.parent, after };
}

/** True if a row is the record `id` or below it. */
function isWithin(rows: readonly ArrangedRow[], row: ArrangedRow | undefined, id: Identifier): boolean {
  if (!row || row.record.id === id) return row !== undefined;
  return isWithin(
    rows,
    rows.find(({ record }) => record.id === row.parent),
    id,
  );
}
