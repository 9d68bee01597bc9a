import ChartIcon from '@mui/icons-material/BarChart';
import TableIcon from '@mui/icons-material/TableRowsOutlined';
import {
  Box,
  Skeleton,
  ToggleButton,
  ToggleButtonGroup,
  Typography,
  ButtonBase,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
} from '@mui/material';
import { useState, type ReactNode } from 'react';
import { useFormatContext } from '@merchant-console/ra-declared';
import { lazy } from '@merchant-console/ra-declared/internal';
import { formatAmount, type AmountScale } from '@merchant-console/declaration';
import type { TrendPlotProps, TrendSeries } from './TrendPlot.tsx';
import { compactAmount } from './useAmount.ts';

const HEIGHT_PX = 280;

const TrendPlot = lazy<TrendPlotProps>(
  async () => (await import('./TrendPlot.tsx')).TrendPlot,
  ({ height }) => <Skeleton variant="rounded" height={height} aria-busy="true" />,
);

interface TrendChartProps extends Pick<TrendPlotProps, 'series' | 'labels' | 'shortLabel' | 'onSelect'> {
  /** Accessible name of chart and table. */
  label: string;
  /** Header of the axis, such as days. */
  placeLabel: string;
  /** Decimals of the figures. */
  scale: AmountScale;
  /** Shown instead of a chart with nothing but zeros. */
  empty: string;
  /** Shown next to the switch between chart and table. */
  tools?: ReactNode;
}

/** Figures along an axis, as a chart or as a table of the same height, so that switching moves nothing. */
export function TrendChart(props: TrendChartProps) {
  const { label, placeLabel, scale, empty, tools, series, labels, shortLabel, onSelect } = props;
  const { translate, language } = useFormatContext();
  const [isTable, setTable] = useState(false);
  const isEmpty = series.every(({ values }) => values.every((value) => value === 0n));
  const format = (value: bigint) => formatAmount(value, scale);
  const formatAxis = (value: bigint) => compactAmount(value, scale, language);
  const shared = { series, labels, height: HEIGHT_PX, format, onSelect };
  return (
    <Box role="group" aria-label={label} sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Legend series={series} />
        {tools}
        <ToggleButtonGroup
          exclusive
          size="small"
          value={isTable}
          onChange={(_, chosen: boolean | null) => chosen !== null && setTable(chosen)}
          aria-label={translate('charts.shown_as')}
          sx={{ ml: 'auto' }}
        >
          <ToggleButton value={false} aria-label={translate('charts.chart')} title={translate('charts.chart')}>
            <ChartIcon fontSize="small" />
          </ToggleButton>
          <ToggleButton value aria-label={translate('charts.table')} title={translate('charts.table')}>
            <TableIcon fontSize="small" />
          </ToggleButton>
        </ToggleButtonGroup>
      </Box>
      {isTable && <TrendTable {...shared} label={label} placeLabel={placeLabel} />}
      {!isTable && isEmpty && <Empty text={empty} />}
      {!isTable && !isEmpty && <TrendPlot {...shared} formatAxis={formatAxis} shortLabel={shortLabel} />}
    </Box>
  );
}

function Legend({ series }: { series: readonly TrendSeries[] }) {
  return (
    <Box component="ul" sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, m: 0, mr: 'auto', p: 0, listStyle: 'none' }}>
      {series.map(({ key, label, color }) => (
        <Box key={key} component="li" sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
          <Box aria-hidden sx={{ width: 12, height: 12, borderRadius: 0.5, backgroundColor: color }} />
          <Typography variant="body2">{label}</Typography>
        </Box>
      ))}
    </Box>
  );
}

function Empty({ text }: { text: string }) {
  return (
    <Box
      sx={{
        display: 'grid',
        placeItems: 'center',
        height: HEIGHT_PX,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        borderStyle: 'dashed',
      }}
    >
      <Typography color="text.secondary">{text}</Typography>
    </Box>
  );
}

interface TrendTableProps extends Omit<TrendPlotProps, 'formatAxis' | 'shortLabel'> {
  /** Accessible name of the table. */
  label: string;
  /** Header of the axis. */
  placeLabel: string;
}

/** The chart's figures as a table, last position first. Its rows can be chosen like the chart's positions. */
function TrendTable({ label, placeLabel, series, labels, height, onSelect, format }: TrendTableProps) {
  return (
    <TableContainer tabIndex={0} role="region" aria-label={label} sx={{ height, overflow: 'auto' }}>
      <Table size="small" stickyHeader aria-label={label}>
        <TableHead>
          <TableRow>
            <TableCell>{placeLabel}</TableCell>
            {series.map(({ key, label: name }) => (
              <TableCell key={key} align="right">
                {name}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {labels
            .map((place, index) => (
              <TableRow key={place}>
                <TableCell component="th" scope="row" sx={{ whiteSpace: 'nowrap' }}>
                  {onSelect ? <Place name={place} onClick={() => onSelect(index)} /> : place}
                </TableCell>
                {series.map(({ key, values }) => (
                  <TableCell key={key} align="right" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                    {format(values[index] ?? 0n)}
                  </TableCell>
                ))}
              </TableRow>
            ))
            .toReversed()}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

function Place({ name, onClick }: { name: string; onClick(): void }) {
  return (
    <ButtonBase
      onClick={onClick}
      sx={{ font: 'inherit', color: 'primary.main', minHeight: 24, borderRadius: 0.5, textDecoration: 'underline' }}
    >
      {name}
    </ButtonBase>
  );
}
