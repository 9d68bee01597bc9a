import type { Identifier } from 'react-admin';

/**
 * The chosen records, by their ids. Never "whatever the filter finds": what comes in after someone has looked is not
 * to be acted upon.
 */
export interface Selection {
  /** The filter, as JSON, under which they were chosen. Under another one nothing is chosen. */
  filter: string;
  ids: readonly Identifier[];
  /** They were all that the filter chose at the time. */
  isAll: boolean;
}

/** As many as one request may ask for, and one bulk action may be sent. */
export const MOST_SELECTED = 1000;

export const nothingUnder = (filter: string): Selection => ({ filter, ids: [], isAll: false });

/** `selection` with `ids` added or taken out; those beyond the most that can be chosen are left out. */
export function withSelected(selection: Selection, ids: readonly Identifier[], on: boolean): Selection {
  const chosen = new Set(selection.ids);
  for (const id of ids) {
    if (on) chosen.add(id);
    else chosen.delete(id);
  }
  const kept = [...chosen].slice(0, MOST_SELECTED);
  const isSame = kept.length === selection.ids.length && on;
  return { ...selection, ids: kept, isAll: selection.isAll && isSame };
}

/** The ids from one row to another, both included, in whichever order they are given; just `to` without a `from`. */
export function idsBetween(ids: readonly Identifier[], from: Identifier | null, to: Identifier): readonly Identifier[] {
  const start = from === null ? -1 : ids.indexOf(from);
  const end = ids.indexOf(to);
  if (start === -1 || end === -1) return [to];
  return ids.slice(Math.min(start, end), Math.max(start, end) + 1);
}
