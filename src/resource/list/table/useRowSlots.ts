import { useState } from 'react';
import type { IdentifiedRecord } from '#console/fields/FieldTypeDefinition.ts';
import { assignSlots, type Slots } from './assignSlots.ts';

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
