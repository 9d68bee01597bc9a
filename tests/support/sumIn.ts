import type { Summary } from '@merchant-console/protocol';

/**
 * Sum of a column in a currency, or '0' if it has no record there. Without a currency, the column must have at most one
 * figure.
 */
export function sumIn({ sums }: Summary, source: string, currency?: string): string {
  const figures = (sums[source] ?? []).filter((figure) => currency === undefined || figure.currency === currency);
  if (figures.length > 1) throw new Error(`${source} has sums in ${figures.length} currencies`);
  return figures[0]?.sum ?? '0';
}
