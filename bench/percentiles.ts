export interface Percentiles {
  p50: number;
  p90: number;
  p99: number;
}

/**
 * Nearest-rank percentiles.
 * @param times in milliseconds, at least one
 */
export function percentiles(times: number[]): Percentiles {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
  return { p50: at(0.5), p90: at(0.9), p99: at(0.99) };
}

export function inWords({ p50, p99 }: Percentiles): string {
  return `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
}
