import type { PeriodName } from '@merchant-console/protocol';
import type { ChartDeclaration } from './chartSchema.ts';
import type { Field, FieldOf } from './fieldSchema.ts';
import { isOnDays } from './listViews.ts';
import type { Label } from './texts/label.ts';

/** Types whose values make groups of records. */
const GROUPED = ['enum', 'boolean', 'reference'] as const;

/** A bar for each value of a field, or for each period of a date or time. */
export type ListChart = {
  /** Null: the label of the field. */
  label: Label | null;
  /** Bars show its sum. Null: the number of records. */
  sum: Field | null;
} & ({ by: FieldOf<(typeof GROUPED)[number]>; per: null } | { by: FieldOf<'date' | 'datetime'>; per: PeriodName });

/** The charts of a list, for the users who see these fields. A list without charts doesn't need this code. */
export function chartsOf({
  fields,
  list,
}: {
  fields: readonly Field[];
  list: { charts: ChartDeclaration[]; summary: readonly Field[] };
}): ListChart[] {
  return list.charts.flatMap(({ by: source, per, sum, label = null }): ListChart[] => {
    const by = fields.find((field) => field.source === source);
    const summed = list.summary.find((field) => field.source === sum) ?? null;
    if (!by || (sum !== undefined && summed === null)) return [];
    if (isGrouped(by)) return [{ by, per: null, sum: summed, label }];
    return per !== undefined && isOnDays(by) ? [{ by, per, sum: summed, label }] : [];
  });
}

/** True for fields whose values make groups of records. */
export function isGrouped(field: Field): field is FieldOf<(typeof GROUPED)[number]> {
  return GROUPED.some((type) => type === field.type);
}
