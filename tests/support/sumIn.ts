import type { Summary } from '#shared/contract/listQuery.ts';

/**
 * The sum of a column in a currency; '0' if there is no record of it. Without a currency the column must have one
 * figure at most.
 */
export function sumIn({ sums }: Summary, source: string, currency?: string): string {
  const figures = (sums[source] ?? []).filter((figure) => currency === undefined || figure.currency === currency);
  if (figures.length > 1) throw new Error(`${source} has sums in ${figures.length} currencies`);
  return figures[0]?.sum ?? '0';
}
