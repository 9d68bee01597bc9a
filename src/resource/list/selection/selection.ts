import type { Identifier } from 'react-admin';

/** As many as one request may ask for, and one bulk action may be sent. */
export const MOST_SELECTED = 1000;

/** `selected` with `ids` added or taken out. */
export function withSelected(selected: readonly Identifier[], ids: readonly Identifier[], on: boolean): Identifier[] {
  const chosen = new Set(selected);
  for (const id of ids) {
    if (on) chosen.add(id);
    else chosen.delete(id);
  }
  return [...chosen];
}

/** The ids from one row to another, both included, in whichever order they are given; just `to` without a `from`. */
export function idsBetween(ids: readonly Identifier[], from: Identifier | null, to: Identifier): readonly Identifier[] {
  const start = from === null ? -1 : ids.indexOf(from);
  const end = ids.indexOf(to);
  if (start === -1 || end === -1) return [to];
  return ids.slice(Math.min(start, end), Math.max(start, end) + 1);
}
