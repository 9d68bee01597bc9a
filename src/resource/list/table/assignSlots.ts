import type { Identifier } from 'react-admin';

/** Which of the table's rows shows a record. */
export type Slots = ReadonlyMap<Identifier, number>;

/**
 * Gives the records of a page their rows. One that was there keeps its row, and with it the focus; the others take rows
 * that are free. So another page is new text in rows that are there: to make rows anew costs as much again.
 */
export function assignSlots(before: Slots, ids: readonly Identifier[]): Slots {
  const kept = new Set(ids.flatMap((id) => before.get(id) ?? []));
  let next = 0;
  const free = () => {
    while (kept.has(next)) next += 1;
    return next++;
  };
  return new Map(ids.map((id) => [id, before.get(id) ?? free()]));
}
