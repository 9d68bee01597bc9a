import { countDays } from '@merchant-console/declaration';
import { ValidationError } from '#server/errors.ts';

interface Limits {
  /** The last day allowed; any day if absent. */
  today?: string;
  /** Number of days at most. */
  longest: number;
}

/** @throws {ValidationError} if the days of a period are in the wrong order, in the future, or too many */
export function assertPeriod(period: { from: string; to: string }, { today, longest }: Limits): void {
  const length = countDays(period);
  if (length < 1) throw new ValidationError({ to: { key: 'period_order' } });
  if (today !== undefined && period.to > today) throw new ValidationError({ to: { key: 'period_future' } });
  if (length > longest) throw new ValidationError({ to: { key: 'period_too_long', args: { max: longest } } });
}
