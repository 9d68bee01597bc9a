/** One line of figures in a chart. */
export interface TrendSeries {
  key: string;
  label: string;
  /** A CSS colour that stands out from the paper. */
  color: string;
  /** Whole numbers, such as minor units or counts: one for each place on the axis. */
  values: readonly bigint[];
}

/** How figures and places are put into words. */
export interface TrendWords {
  /** In full, to the last unit. */
  format(value: bigint): string;
  /** As short as fits beside the axis. */
  formatAxis(value: bigint): string;
  /** A place on the axis, as short as fits below it. */
  shortLabel(label: string): string;
}
