/** One series of figures in a chart. */
export interface TrendSeries {
  key: string;
  label: string;
  /** A CSS colour with enough contrast to the background. */
  color: string;
  /** Whole numbers, such as minor units or counts, one per axis position. */
  values: readonly bigint[];
}

/** Formats of figures and axis positions. */
export interface TrendWords {
  /** Full precision. */
  format(value: bigint): string;
  /** Short enough for the value axis. */
  formatAxis(value: bigint): string;
  /** Axis position, short enough to fit below the axis. */
  shortLabel(label: string): string;
}
