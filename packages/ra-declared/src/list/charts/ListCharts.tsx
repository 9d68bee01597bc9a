import ExpandIcon from '@mui/icons-material/ExpandMore';
import { Box, Button, Collapse, Paper, Skeleton, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState, type ReactNode } from 'react';
import { useDataProvider, useStore } from 'react-admin';
import type { Filter, Summary } from '@merchant-console/protocol';
import {
  chartsOf,
  fieldLabel,
  formatCount,
  type ListChart,
  resolveLabel,
  type Resource,
} from '@merchant-console/declaration';
import type { DeclaredDataProvider } from '../../DeclaredDataProvider.ts';
import { calendarZone } from '../../fields/datetime/calendarText.ts';
import { formatField, formatFieldAlone } from '../../fields/formatField.ts';
import type { ResourceView } from '../../ResourceView.ts';
import { useFormatContext } from '../../ui/FormatContext.ts';
import { visuallyHidden } from '../../ui/visuallyHidden.ts';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { useResourceFormat } from '../../useResourceFormat.ts';
import { summaryQuery } from '../listQuery.ts';
import { figuresByCurrency, recordOfSum } from '../SummaryStrip.tsx';
import { replaceFilter, useListFilter } from '../useListFilter.ts';
import { columnStyles, rowStyles } from './chartStyles.ts';
import { type Bar, barsOf, filterOfBar, isChosen, periodInWords } from './bars.ts';

/** The declared charts of a list, which the user can hide. */
export function ListCharts({ view: { resource, basePath } }: { view: ResourceView }) {
  const { translate } = useFormatContext();
  const [isOpen, setOpen] = useStore(`${basePath}.charts`, true);
  const id = useId();
  const charts = useMemo(() => chartsOf(resource), [resource]);
  if (charts.length === 0) return null;
  return (
    <Box>
      <Button
        size="small"
        color="inherit"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        startIcon={<ExpandIcon sx={{ transform: isOpen ? 'none' : 'rotate(-90deg)' }} />}
        sx={{ color: 'text.secondary' }}
      >
        {translate('listCharts.name')}
      </Button>
      <Collapse in={isOpen} id={id} mountOnEnter>
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 320px), 1fr))',
            alignItems: 'start',
            gap: 2,
            pt: 0.5,
          }}
        >
          {charts.map((chart) => (
            <Chart key={`${chart.by.source} ${chart.per} ${chart.sum?.source}`} resource={resource} chart={chart} />
          ))}
        </Box>
      </Collapse>
    </Box>
  );
}

interface ChartProps {
  resource: Resource;
  chart: ListChart;
}

/**
 * One chart, of the records that the list's other filters find. Choosing a bar filters the list by it; choosing it again
 * removes that filter.
 */
function Chart({ resource, chart }: ChartProps) {
  const { by, per, sum, label } = chart;
  const context = useFormatContext();
  const { translate, language, currencyData } = context;
  const heading = useId();
  const [filter] = useListFilter();
  const zone = calendarZone(by, currencyData);
  const groups = { by: by.source, ...(per !== null && { per, zone }) };
  const { data, error, isFetching, refetch } = useQuery({
    ...summaryQuery(useDataProvider<DeclaredDataProvider>(), resource, replaceFilter(filter, by, {}), groups),
    placeholderData: keepPreviousData,
  });
  const measure = sum ? fieldLabel(sum, context) : translate('list.count');
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby={heading}
      aria-busy={isFetching}
      sx={{ p: 2, minWidth: 0 }}
    >
      <Typography id={heading} component="h2" variant="subtitle2">
        {label === null ? fieldLabel(by, context) : resolveLabel(label, language, translate)}
      </Typography>
      <Typography variant="caption" color="text.secondary" component="p" sx={{ mb: 1 }}>
        {per === null ? measure : translate(`listCharts.per_${per}`, { measure })}
      </Typography>
      {error && !isFetching && <LoadFailure error={error} onRetry={refetch} />}
      {data && <Bars resource={resource} chart={chart} summary={data} zone={zone} labelledBy={heading} />}
      {!data && !error && <Skeleton variant="rounded" height={132} />}
    </Paper>
  );
}

interface BarsProps extends ChartProps {
  summary: Summary;
  zone: string;
  labelledBy: string;
}

function Bars({ resource, chart, summary, zone, labelledBy }: BarsProps) {
  const { by, per, sum } = chart;
  const { bars, left } = useMemo(() => barsOf(chart, summary), [chart, summary]);
  const values = useMemo(() => bars.map(({ value }) => ({ [by.source]: value })), [bars, by]);
  const context = useResourceFormat(resource.name, resource.fields, values);
  const { translate, language } = context;
  const [filter, setFilter] = useListFilter();
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
          const isOn = part !== null && isChosen(filter, part);
          const words = bar.value !== null && per !== null ? periodInWords(bar.value, per, language) : null;
          const name =
            words?.full ??
            (bar.value === null ? translate('listCharts.none') : formatField({ [by.source]: bar.value }, by, context));
          const amount = textOf(bar);
          const label = translate('list.labelled', { label: name, text: amount });
          return (
            <li key={bar.value}>
              <BarButton
                part={part}
                isOn={isOn}
                onChoose={(chosenPart) =>
                  setFilter(replaceFilter(filter, by, isOn ? {} : chosenPart, resource.list.filters))
                }
                label={label}
              >
                <span aria-hidden={per !== null}>{words?.short ?? name}</span>
                {per !== null && <span style={visuallyHidden}>{label}</span>}
                <span>
                  <i
                    data-negative={sizeOf(bar) < 0 ? '' : undefined}
                    style={{ [per === null ? 'width' : 'height']: `${(Math.abs(sizeOf(bar)) / largest) * 100}%` }}
                  />
                </span>
                {per === null && <span>{amount}</span>}
              </BarButton>
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

interface BarButtonProps {
  /** Null if the list can't be filtered by the bar. */
  part: Filter | null;
  isOn: boolean;
  label: string;
  onChoose(part: Filter): void;
  children: ReactNode;
}

function BarButton({ part, isOn, label, onChoose, children }: BarButtonProps) {
  if (part === null) {
    return (
      <div title={label} role="img" aria-label={label}>
        {children}
      </div>
    );
  }
  return (
    <button type="button" aria-pressed={isOn} title={label} onClick={() => onChoose(part)}>
      {children}
    </button>
  );
}

/** The sums of a bar by currency; none if it shows a number of records. */
function sumsOf({ sums }: Bar, { sum }: ListChart, own: string) {
  return sum === null ? [] : figuresByCurrency(sums[sum.source] ?? [], own);
}
