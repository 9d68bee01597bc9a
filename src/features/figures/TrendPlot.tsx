import { useMediaQuery } from '@mui/material';
import { BarChart, type BarChartProps } from '@mui/x-charts/BarChart';
import { LineChart } from '@mui/x-charts/LineChart';
import { useRef } from 'react';

/** With more positions than this, bars would be too thin to tell apart. */
const MOST_BARS = 62;
const AXIS_WIDTH_PX = 64;

/** One series of figures in a chart. */
export interface TrendSeries {
  key: string;
  label: string;
  /** A CSS colour with enough contrast to the background. */
  color: string;
  /** Whole numbers, such as minor units or counts, one per axis position. */
  values: readonly bigint[];
}

export interface TrendPlotProps {
  series: readonly TrendSeries[];
  /** Full, unique labels of the axis positions. */
  labels: readonly string[];
  height: number;
  /** Figure in full precision. */
  format(value: bigint): string;
  /** Figure short enough for the value axis. */
  formatAxis(value: bigint): string;
  /** Axis position, short enough to fit below the axis. */
  shortLabel(label: string): string;
  /** Called when the user chooses an axis position. */
  onSelect?: ((index: number) => void) | undefined;
}

/** The plot of a trend: bars, or lines if there are many positions. Floats are only used for coordinates. */
export function TrendPlot({ series, labels, height, onSelect, format, formatAxis, shortLabel }: TrendPlotProps) {
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)');
  const pointed = useRef<number | null>(null);
  const drawn = series.map(({ key, label, color, values }) => ({
    id: key,
    label,
    color,
    data: values.map(Number),
    valueFormatter: (_: number | null, { dataIndex }: { dataIndex: number }) => format(values[dataIndex] ?? 0n),
  }));
  const isBars = labels.length <= MOST_BARS;
  const valueFormatter = (label: string, { location }: { location: string }) =>
    location === 'tick' ? shortLabel(label) : label;
  const x = { data: [...labels], valueFormatter, height: 28, disableTicks: !isBars };
  const common = {
    height,
    hideLegend: true,
    skipAnimation: isStill,
    enableKeyboardNavigation: true,
    // At the top, the axis hides a label for which there isn't enough space.
    margin: { top: 20, right: isBars ? 12 : 24, bottom: 0, left: 0 },
    grid: { horizontal: true },
    yAxis: [
      {
        width: AXIS_WIDTH_PX,
        min: 0,
        tickMinStep: 1,
        disableLine: true,
        disableTicks: true,
        valueFormatter: (value: number) => formatAxis(BigInt(Math.round(value))),
      },
    ],
    onAxisClick: (_: MouseEvent, data: { dataIndex: number } | null) => data && onSelect?.(data.dataIndex),
    onHighlightedAxisChange(places: readonly { dataIndex: number }[]) {
      pointed.current = places[0]?.dataIndex ?? null;
    },
    onKeyDown(event: { key: string }) {
      if (event.key === 'Enter' && pointed.current !== null) onSelect?.(pointed.current);
    },
    sx: { cursor: onSelect ? 'pointer' : 'default' },
  } satisfies Partial<BarChartProps>;
  return isBars ? (
    <BarChart {...common} series={drawn} xAxis={[{ ...x, scaleType: 'band' }]} borderRadius={2} />
  ) : (
    <LineChart
      {...common}
      series={drawn.map((one) => ({ ...one, showMark: false, curve: 'linear' as const }))}
      xAxis={[{ ...x, scaleType: 'point' }]}
    />
  );
}
