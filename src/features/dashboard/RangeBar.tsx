import { Alert, Box, Typography } from '@mui/material';
import { useLocation } from 'react-router-dom';
import {
  HOME_RANGES,
  LONGEST_RANGE,
  type AskedRange,
  type Days,
  type HomeRange,
  type RangeShown,
} from '#shared/contract/dashboard.ts';
import {
  addDays,
  countDays,
  dayInZone,
  formatInZone,
  isDay,
  startOfDay,
  tenantZone,
} from '@merchant-console/declaration';
import { PeriodEnds } from '#console/features/figures/PeriodEnds.tsx';
import { useFormatContext } from '@merchant-console/ra-declared';
import { useRouter } from '@merchant-console/ra-declared/internal';
import { ToggleChoice } from '#console/ui/ToggleChoice.tsx';
import { daysInWords } from '#console/features/figures/daysInWords.ts';

/** The ranges by their translation key `filters.presets.<key>`. */
export const RANGE_NAMES: Record<HomeRange, string> = {
  today: 'today',
  '7d': 'last_7_days',
  '30d': 'last_30_days',
  month: 'this_month',
};
const OWN = 'own';

interface RangeBarProps {
  state: RangeState;
  /** The range of the figures on the page; undefined until they are loaded. */
  shown: RangeShown | undefined;
}

/** Selects the range of the figures and names the days that they are compared with. */
export function RangeBar({ state: { asked, today, choose, chooseDays }, shown }: RangeBarProps) {
  const { translate } = useFormatContext();
  const { query, isTooLong } = asked;
  const days = { from: query.from ?? shown?.days.from ?? today, to: query.to ?? shown?.days.to ?? today };
  return (
    <Box component="section" aria-label={translate('statistics.period')} sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, rowGap: 1.5 }}>
        <ToggleChoice
          label={translate('statistics.period')}
          choices={[...HOME_RANGES, OWN]}
          value={query.range ?? OWN}
          textOf={(one) => translate(one === OWN ? 'dashboard.own_dates' : `filters.presets.${RANGE_NAMES[one]}`)}
          onChoose={(one) => (one === OWN ? chooseDays(days) : choose(one))}
        />
        {query.range === undefined && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            <PeriodEnds period={days} today={today} longest={LONGEST_RANGE} onChange={chooseDays} />
          </Box>
        )}
        <Typography variant="body2" color="text.secondary" sx={{ minHeight: '1.43em', textWrap: 'pretty' }}>
          {shown && <Compared shown={shown} today={today} />}
        </Typography>
      </Box>
      {isTooLong && <Alert severity="warning">{translate('dashboard.range_too_long', { max: LONGEST_RANGE })}</Alert>}
    </Box>
  );
}

/** The days of the figures and those compared, when these end, and their zone if it isn't the user's. */
function Compared({ shown, today }: { shown: RangeShown; today: string }) {
  const { translate, language, currencyData } = useFormatContext();
  const { days, days_before: daysBefore, before } = shown;
  const end = new Date(before.to);
  const zone = tenantZone(currencyData);
  const isWhole = end >= startOfDay(addDays(daysBefore.to, 1), zone);
  const isOneDay = dayInZone(new Date(before.from), zone) === dayInZone(end, zone);
  const text = translate(
    isWhole ? 'dashboard.compared' : isOneDay ? 'dashboard.compared_day_up_to' : 'dashboard.compared_up_to',
    {
      period: daysInWords(days, today, language),
      before: daysInWords(daysBefore, today, language),
      time: formatInZone(end, zone).slice(11, 16),
    },
  );
  return zone === currencyData.time_zone ? text : `${text} · ${translate('statement.days', { zone })}`;
}

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

type RangeState = ReturnType<typeof useRange>;

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
