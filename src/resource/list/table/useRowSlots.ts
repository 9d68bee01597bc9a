import { useState } from 'react';
import type { Identifier } from 'react-admin';
import type { IdentifiedRecord } from '#console/fields/FieldTypeDefinition.ts';

/** Row slots of the shown records, kept as long as the list is mounted. */
export function useRowSlots(records: readonly IdentifiedRecord[]): Slots {
  const [{ of, slots }, keep] = useState(() => ({ of: records, slots: slotsFor(new Map(), records) }));
  if (of === records) return slots;
  const next = slotsFor(slots, records);
  keep({ of: records, slots: next });
  return next;
}

function slotsFor(before: Slots, records: readonly IdentifiedRecord[]): Slots {
  return assignSlots(
    before,
    records.map(({ id }) => id),
  );
}

/** Row slot of each record. */
type Slots = ReadonlyMap<Identifier, number>;

/**
 * Maps records to row slots. Records that stay keep their slot, and with it the focus. The others reuse free slots.
 * Reusing DOM rows halves the cost of a page change.
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
