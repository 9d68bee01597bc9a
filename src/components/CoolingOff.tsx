import { readInstant } from '#shared/format/readInstant.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { StatusChip } from '#console/fieldTypes/enum/StatusChip.tsx';
import { NoValue } from '#console/fieldTypes/NoValue.tsx';
import { timeLeft } from './timeLeft.ts';
import { useTimeUntil } from './useTimeUntil.ts';

export interface CoolingOffProps {
  /** ISO 8601. */
  until: unknown;
  /** The same as people read it. */
  text: string;
}

/** Says from when on, and how long that still is; goes by itself when the time has come. */
export function CoolingOff({ until, text }: CoolingOffProps) {
  const { translate } = useFormatContext();
  const left = timeLeft(useTimeUntil(readInstant(until)));
  if (left === null) return <NoValue />;
  const time = translate(`cards.left_${left.unit}`, { smart_count: left.count });
  return <StatusChip tone="warning">{translate('cards.usable_from', { at: text, time })}</StatusChip>;
}
