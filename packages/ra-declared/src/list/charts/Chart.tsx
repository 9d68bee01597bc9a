import { Box, Paper, Skeleton, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState, type ReactNode } from 'react';
import { useDataProvider } from 'react-admin';
import type { Filter, Summary } from '@merchant-console/protocol';
import { fieldLabel, formatCount, type ListChart, type Resource } from '@merchant-console/declaration';
import type { DeclaredDataProvider } from '../../DeclaredDataProvider.ts';
import { calendarZone } from '../../fields/datetime/calendarText.ts';
import { formatField, formatFieldAlone } from '../../fields/formatField.ts';
import { cardPadding } from '../../ui/cardPadding.ts';
import { useFormatContext } from '../../ui/FormatContext.ts';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { visuallyHidden } from '../../ui/visuallyHidden.ts';
import { useResourceFormat } from '../../useResourceFormat.ts';
import { summaryQuery } from '../listQuery.ts';
import { figuresByCurrency, recordOfSum } from '../SummaryStrip.tsx';
import { type Bar, barsOf, filterOfBar, periodInWords } from './bars.ts';
import { columnStyles, rowStyles } from './chartStyles.ts';

interface BarProps {
  /** Filter that finds the records of the bar, besides that of the chart. */
  part: Filter;
  /** What the bar shows, in words. */
  name: string;
  children: ReactNode;
}

interface ChartProps {
  resource: Resource;
  chart: ListChart;
  title: string;
  /** Finds the records of the chart. */
  filter: Filter;
  /** Returns the link or button of a bar, around its content. */
  renderBar(bar: BarProps): ReactNode;
}

/** One chart, of the records that a filter finds. */
export function Chart({ title, filter, ...shown }: ChartProps) {
  const { resource, chart } = shown;
  const { by, per, sum } = chart;
  const context = useFormatContext();
  const { translate, currencyData } = context;
  const heading = useId();
  const zone = calendarZone(by, currencyData);
  const groups = { by: by.source, ...(per !== null && { per, zone }) };
  const { data, error, isFetching, refetch } = useQuery({
    ...summaryQuery(useDataProvider<DeclaredDataProvider>(), resource, filter, groups),
    placeholderData: keepPreviousData,
  });
  const measure = sum ? fieldLabel(sum, context) : translate('list.count');
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby={heading}
      aria-busy={isFetching}
      sx={{ p: cardPadding, minWidth: 0 }}
    >
      <Typography id={heading} component="h2" variant="subtitle2">
        {title}
      </Typography>
      <Typography variant="caption" color="text.secondary" component="p" sx={{ mb: 1 }}>
        {per === null ? measure : translate(`listCharts.per_${per}`, { measure })}
      </Typography>
      {error && !isFetching && <LoadFailure error={error} onRetry={refetch} />}
      {data && <Bars {...shown} summary={data} zone={zone} labelledBy={heading} />}
      {!data && !error && <Skeleton variant="rounded" height={132} />}
    </Paper>
  );
}

interface BarsProps extends Pick<ChartProps, 'resource' | 'chart' | 'renderBar'> {
  summary: Summary;
  zone: string;
  labelledBy: string;
}

function Bars({ resource, chart, summary, zone, labelledBy, renderBar }: BarsProps) {
  const { by, per, sum } = chart;
  const { bars, left } = useMemo(() => barsOf(chart, summary), [chart, summary]);
  const values = useMemo(() => bars.map(({ value }) => ({ [by.source]: value })), [bars, by]);
  const context = useResourceFormat(resource.name, resource.fields, values);
  const { translate, language } = context;
  const own = context.currencyData.currency;
  const all = bars.flatMap((bar) => sumsOf(bar, chart, own).map((figure) => figure.currency));
  const currencies = [...new Set(all)].toSorted();
  const [chosen, choose] = useState<string | null>(null);
  const currency = [chosen, own, ...currencies].find((one) => one !== null && currencies.includes(one)) ?? own;
  const sumIn = (bar: Bar) => sumsOf(bar, chart, own).find((figure) => figure.currency === currency)?.sum ?? '0';
  const sizeOf = (bar: Bar) => (sum ? Number(sumIn(bar)) : bar.count);
  const textOf = (bar: Bar) =>
    sum ? formatFieldAlone(recordOfSum(sum, sumIn(bar), currency), sum, context) : formatCount(bar.count);
  const largest = Math.max(...bars.map((bar) => Math.abs(sizeOf(bar))), Number.MIN_VALUE);
  if (bars.length === 0) {
    return (
      <Typography variant="body2" color="text.secondary">
        {translate('listCharts.empty')}
      </Typography>
    );
  }
  return (
    <>
      {currencies.length > 1 && (
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label={translate('listCharts.currency')}
          value={currency}
          onChange={(_, wanted: string | null) => wanted !== null && choose(wanted)}
          sx={{ mb: 1, flexWrap: 'wrap' }}
        >
          {currencies.map((one) => (
            <ToggleButton key={one} value={one} sx={{ py: 0.25 }}>
              {one}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      )}
      <Box component="ul" aria-labelledby={labelledBy} sx={per === null ? rowStyles : columnStyles}>
        {bars.map((bar) => {
          const part = filterOfBar(chart, bar, zone);
          const words = bar.value !== null && per !== null ? periodInWords(bar.value, per, language) : null;
          const group =
            words?.full ??
            (bar.value === null ? translate('listCharts.none') : formatField({ [by.source]: bar.value }, by, context));
          const amount = textOf(bar);
          const name = translate('list.labelled', { label: group, text: amount });
          const content = (
            <>
              <span aria-hidden={per !== null}>{words?.short ?? group}</span>
              {per !== null && <span style={visuallyHidden}>{name}</span>}
              <span>
                <i
                  data-negative={sizeOf(bar) < 0 ? '' : undefined}
                  style={{ [per === null ? 'width' : 'height']: `${(Math.abs(sizeOf(bar)) / largest) * 100}%` }}
                />
              </span>
              {per === null && <span>{amount}</span>}
            </>
          );
          return (
            <li key={bar.value}>
              {part === null ? (
                <div title={name} role="img" aria-label={name}>
                  {content}
                </div>
              ) : (
                renderBar({ part, name, children: content })
              )}
            </li>
          );
        })}
      </Box>
      {left > 0 && (
        <Typography variant="caption" color="text.secondary" component="p" sx={{ mt: 1 }}>
          {translate(per === null ? 'listCharts.others' : 'listCharts.earlier', {
            smart_count: left,
            count: formatCount(left),
          })}
        </Typography>
      )}
    </>
  );
}

/** The sums of a bar by currency; none if it shows a number of records. */
function sumsOf({ sums }: Bar, { sum }: ListChart, own: string) {
  return sum === null ? [] : figuresByCurrency(sums[sum.source] ?? [], own);
}
