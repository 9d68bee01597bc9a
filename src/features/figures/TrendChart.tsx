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
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { onDemand } from '#console/ui/loading/onDemand.tsx';
import type { TrendPlotProps } from './TrendPlot.tsx';
import type { TrendSeries, TrendWords } from './TrendSeries.ts';

const HEIGHT_PX = 280;

const TrendPlot = onDemand<TrendPlotProps>(
  async () => (await import('./TrendPlot.tsx')).TrendPlot,
  ({ height }) => <Skeleton variant="rounded" height={height} aria-busy="true" />,
);

interface TrendChartProps extends TrendWords {
  /** Accessible name of chart and table. */
  label: string;
  /** Header of the axis, such as days. */
  placeLabel: string;
  series: readonly TrendSeries[];
  /** Full, unique labels of the axis positions. */
  labels: readonly string[];
  /** Shown instead of a chart with nothing but zeros. */
  empty: string;
  /** Shown next to the switch between chart and table. */
  tools?: ReactNode;
  /** Called when the user chooses an axis position in the chart or the table. */
  onSelect?(index: number): void;
}

/** Figures along an axis, as a chart or as a table of the same height, so that switching moves nothing. */
export function TrendChart({ label, placeLabel, series, labels, empty, tools, onSelect, ...words }: TrendChartProps) {
  const { translate } = useFormatContext();
  const [isTable, setTable] = useState(false);
  const isEmpty = series.every(({ values }) => values.every((value) => value === 0n));
  const shared = { series, labels, height: HEIGHT_PX, onSelect };
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
      {isTable && <TrendTable {...shared} label={label} placeLabel={placeLabel} format={words.format} />}
      {!isTable && isEmpty && <Empty text={empty} />}
      {!isTable && !isEmpty && <TrendPlot {...shared} {...words} />}
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

interface TrendTableProps extends Pick<TrendWords, 'format'> {
  /** Accessible name of the table. */
  label: string;
  /** Header of the axis. */
  placeLabel: string;
  series: readonly TrendSeries[];
  labels: readonly string[];
  height: number;
  onSelect?: ((index: number) => void) | undefined;
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
