import { useMemo } from 'react';
import type { Field, Resource } from '@merchant-console/declaration';
import type { FieldRecord } from '../fields/FieldTypeDefinition.ts';
import { currencyIn } from '../fields/money/moneyType.ts';
import type { FormatContext } from '../ui/FormatContext.ts';
import { useResourceFormat } from '../useResourceFormat.ts';

/**
 * Format for a table with `rows`. Headers name a currency only if all visible rows have it; otherwise each cell does.
 * The result is stable while the currencies stay the same, so that rows don't re-render.
 *
 * @param referring the records whose references are named
 */
export function useTableFormat(
  { name, fields }: Resource,
  rows: readonly FieldRecord[] | undefined,
  referring: readonly FieldRecord[],
): FormatContext {
  const format = useResourceFormat(name, fields, referring);
  const common = (rows && commonCurrencies(format, fields, rows)) ?? [];
  const key = JSON.stringify(common);
  return useMemo(() => {
    const found = new Map<string, string | null>(common);
    const own = format.currencyData.currency;
    return { ...format, columnCurrency: ({ source }) => (found.has(source) ? (found.get(source) ?? null) : own) };
    // oxlint-disable-next-line react/exhaustive-deps -- `key` is `common`, compared by what is in it
  }, [format, key]);
}

/** The common currency of each amount's rows, or null if they have several. Empty if there are no rows. */
function commonCurrencies(
  { currencyData }: FormatContext,
  fields: readonly Field[],
  rows: readonly FieldRecord[],
): [source: string, currency: string | null][] {
  return fields.flatMap((field): [string, string | null][] => {
    if (field.type !== 'money' || field.currency === undefined || rows.length === 0) return [];
    const [first = '', ...others] = new Set(rows.map((row) => currencyIn(row, field, currencyData)));
    return [[field.source, others.length === 0 ? first : null]];
  });
}
