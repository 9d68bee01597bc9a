import { useState } from 'react';
import { acceptsValue, addDays, type CalendarView, countDays } from '@merchant-console/declaration';
import type { IdentifiedRecord } from '../../fields/FieldTypeDefinition.ts';
import type { ResourceView } from '../../ResourceView.ts';
import { useFormatContext } from '../../ui/FormatContext.ts';
import { useRecordChange } from '../useRecordChange.ts';
import { dayInWords, movedBy, putOn, spanOf } from './days.ts';

/** A record on one of its days, or without any. */
export interface Held {
  record: IdentifiedRecord;
  /** Name of the record, for announcements. */
  name: string;
  /** The day at which the user took it, or null if it is on none. */
  day: string | null;
}

export type DayMoves = ReturnType<typeof useDayMoves>;

/**
 * Moves records to other days.
 *
 * @param onMoved called with the record's new first day, or the day at which the user put it
 */
export function useDayMoves(
  view: ResourceView,
  calendar: CalendarView,
  zone: string,
  onMoved: (record: IdentifiedRecord, day: string) => void,
) {
  const { translate, language } = useFormatContext();
  const { said, sent, change } = useRecordChange(view);
  const [held, setHeld] = useState<Held | null>(null);
  const { from, to } = calendar;
  return {
    said,
    held,
    hold: setHeld,
    /** ID of the record that is being moved, or null. */
    sent,
    canMove: (record: IdentifiedRecord) =>
      acceptsValue(from, 'edit') &&
      (to === null || (record[to.source] ?? null) === null || acceptsValue(to, 'edit')) &&
      view.canEditRecord(record),
    /** @param keepsFocus true for a move by keyboard or menu, after which the record keeps the focus */
    move({ record, name, day: taken }: Held, day: string, keepsFocus: boolean): void {
      if (day === taken) return;
      const days = taken === null ? null : countDays({ from: taken, to: day }) - 1;
      const first = spanOf(record, calendar, zone)?.from;
      const begins = first === undefined || days === null ? day : addDays(first, days);
      change({
        record,
        values: days === null ? putOn(day, calendar, zone) : movedBy(record, calendar, days, zone),
        done: translate('calendar.moved', { name, day: dayInWords(begins, language) }),
        ...(keepsFocus && { onDone: () => onMoved(record, day) }),
      });
    },
  };
}
