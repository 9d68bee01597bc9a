import { useLocation } from 'react-router-dom';
import { HOME_RANGES, LONGEST_RANGE, type AskedRange, type Days, type HomeRange } from '#shared/contract/home.ts';
import { tenantZone } from '#shared/contract/session.ts';
import { isDay } from '#shared/declaration/dayAndInstant.ts';
import { countDays, dayInZone } from '#shared/format/timeZone.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { useRouter } from '#console/ui/router/ConsoleRouter.tsx';

/** The range in the address, with functions that change it. */
export function useRange() {
  const { clock, currencyData } = useFormatContext();
  const { search } = useLocation();
  const { navigate } = useRouter();
  const today = dayInZone(clock.now(), tenantZone(currencyData));
  return {
    today,
    asked: rangeIn(new URLSearchParams(search), today),
    choose(range: HomeRange) {
      void navigate(range === 'today' ? '?' : `?${new URLSearchParams({ range })}`);
    },
    chooseDays({ from, to }: Days) {
      void navigate(`?${new URLSearchParams({ from, to })}`);
    },
  };
}

export type RangeState = ReturnType<typeof useRange>;

interface RangeInAddress {
  query: AskedRange;
  /** True if the address has more days than can be shown, so that today is shown instead. */
  isTooLong: boolean;
}

/** The range in an address, or today if there is none. Days in the future are left out. */
export function rangeIn(search: URLSearchParams, today: string): RangeInAddress {
  const [from, to] = [search.get('from'), search.get('to')];
  if (isDay(from) && isDay(to) && from <= to && from <= today) {
    const days = { from, to: to > today ? today : to };
    return countDays(days) > LONGEST_RANGE
      ? { query: { range: 'today' }, isTooLong: true }
      : { query: days, isTooLong: false };
  }
  const range = HOME_RANGES.find((one) => one === search.get('range')) ?? 'today';
  return { query: { range }, isTooLong: false };
}
