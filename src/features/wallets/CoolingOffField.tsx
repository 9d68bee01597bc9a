import { minutesToMilliseconds } from 'date-fns/minutesToMilliseconds';
import { formatDistanceStrict } from 'date-fns/formatDistanceStrict';
import { useEffect, useState } from 'react';
import { useRecordContext } from 'react-admin';
import { readInstant } from '@merchant-console/declaration';
import { type FieldRecord, type NamedFieldProps, StatusChip, useFormatContext } from '@merchant-console/ra-declared';
import { formatInstant } from '@merchant-console/ra-declared/internal';
import { localeOf } from '#console/i18n/locales.ts';

/** Up to this long, the remaining time is shown in minutes; beyond, in hours. */
const MINUTES_SHOWN_MS = minutesToMilliseconds(90);

/**
 * The status of a bank card. An enabled card in its waiting period (before `usable_at`) shows when the period ends and
 * how long that is from now.
 */
export function CoolingOffField({ source, children }: Omit<NamedFieldProps, 'label'>) {
  const record = useRecordContext<FieldRecord & { id: string }>();
  const until = record?.['usable_at'];
  const context = useFormatContext();
  const left = useTimeUntil(readInstant(until));
  if (record?.[source] !== 'enabled' || left <= 0) return children;
  const time = formatDistanceStrict(left, 0, {
    unit: left > MINUTES_SHOWN_MS ? 'hour' : 'minute',
    // Rounded up, so that nobody tries too early.
    roundingMethod: 'ceil',
    locale: localeOf(context.language).dates,
  });
  const text = context.translate('cards.cooling_off', { at: formatInstant(until, context), time });
  return (
    <StatusChip tone="warning" isLong>
      {text}
    </StatusChip>
  );
}

/** Milliseconds between updates of the remaining time, which may be shown in minutes. */
const TICK_MS = 10_000;

/** Milliseconds until a time, counting down. 0 or less if the time has passed or is null. */
function useTimeUntil(moment: Date | null): number {
  const { clock } = useFormatContext();
  const end = moment?.getTime() ?? 0;
  const [now, setNow] = useState(() => clock.now().getTime());
  const isOver = end <= now;
  useEffect(() => {
    if (isOver) return;
    const look = () => setNow(clock.now().getTime());
    const timer = setTimeout(look, Math.min(TICK_MS, Math.max(0, end - now)));
    return () => clearTimeout(timer);
  }, [isOver, end, now, clock]);
  return end - now;
}
