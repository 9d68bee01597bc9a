import { useState } from 'react';
import type { IdentifiedRecord } from '#console/fields/FieldTypeDefinition.ts';
import { assignSlots, type Slots } from './assignSlots.ts';

/** The rows of the records shown, kept as long as the list is. */
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
