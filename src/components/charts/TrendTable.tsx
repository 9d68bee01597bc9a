import { ButtonBase, Table, TableBody, TableCell, TableContainer, TableHead, TableRow } from '@mui/material';
import type { TrendSeries, TrendWords } from './TrendSeries.ts';

interface TrendTableProps extends Pick<TrendWords, 'format'> {
  /** What the chart shows, for those who hear the table. */
  label: string;
  /** What the places on the axis are. */
  placeLabel: string;
  series: readonly TrendSeries[];
  labels: readonly string[];
  height: number;
  onSelect?: ((index: number) => void) | undefined;
}

/** The figures of a chart in rows, the last place first; a place leads on like its part of the chart. */
export function TrendTable({ label, placeLabel, series, labels, height, onSelect, format }: TrendTableProps) {
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
