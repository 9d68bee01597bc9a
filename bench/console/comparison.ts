import { percentiles } from '../percentiles.ts';
import { FIGURES, type FigureName, type Measured } from './Measured.ts';

/** Figures of both consoles at one processor speed. */
export interface Compared {
  /** How many times the processor was slowed down. */
  throttling: number;
  console: Measured;
  plain: Measured;
}

/** The medians as rows of a Markdown table, with the ratio of the console's figure to plain react-admin's. */
export function comparison(all: Compared[]): string[] {
  const heads = all.flatMap(({ throttling }) => {
    const speed = throttling === 1 ? '' : `, ${throttling}× slower`;
    return [`console${speed}`, `react-admin${speed}`, 'ratio'];
  });
  const rows = FIGURES.map(({ name, label, unit, digits }) => [
    unit === '' ? label : `${label}, ${unit}`,
    ...all.flatMap(({ console, plain }) => pair(median(console, name), median(plain, name), digits)),
  ]);
  return [['', ...heads], ['---', ...heads.map(() => '---:')], ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}

function median(measured: Measured, name: FigureName): number | null {
  const values = measured.get(name);
  return values ? percentiles(values).p50 : null;
}

function pair(ours: number | null, theirs: number | null, digits: number): string[] {
  if (ours === null || theirs === null) return ['', '', ''];
  return [ours.toFixed(digits), theirs.toFixed(digits), (ours / theirs).toFixed(2)];
}
