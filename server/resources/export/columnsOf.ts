import type { Field, FieldOf } from '#shared/declaration/fieldSchema.ts';
import { fieldLabel } from '#shared/format/fieldLabel.ts';
import { humanise } from '#shared/format/humanise.ts';
import type { Column, ExportContext } from './Cell.ts';

/** The currency shared by all rows of a field, by the field's source; null if they differ. */
export type CommonCurrencies = ReadonlyMap<string, string | null>;

/** Fields that contain the currency of amount columns. */
export function currencySources(fields: readonly Field[]): string[] {
  const sources = fields.flatMap((field) => (field.type === 'money' ? (field.currency ?? []) : []));
  return [...new Set(sources)];
}

/**
 * The columns for the requested fields. Headers name units and time zone. Amounts of different currencies are followed
 * by a currency column, unless it was requested anyway.
 *
 * @param all all fields of the resource, for the titles of currency columns
 */
export function columnsOf(
  fields: readonly Field[],
  all: readonly Field[],
  common: CommonCurrencies,
  context: ExportContext,
): Column[] {
  const named = new Set(fields.filter(({ source }) => common.get(source) === null).map(({ source }) => source));
  return fields.flatMap((field): Column[] => {
    const label = fieldLabel(field, context.words);
    if (field.type !== 'money') {
      if (named.has(field.source)) return [{ kind: 'currency', header: label, source: field.source }];
      return [{ kind: 'value', header: withZone(label, field, context), field }];
    }
    const currency = currencyOf(field, common, context);
    if (currency !== null || field.currency === undefined) {
      return [{ kind: 'money', header: `${label} (${currency})`, field, currency }];
    }
    const money: Column = { kind: 'money', header: label, field, currency };
    if (named.has(field.currency)) return [money];
    named.add(field.currency);
    return [money, { kind: 'currency', header: sourceLabel(field.currency, all, context), source: field.currency }];
  });
}

function currencyOf(field: FieldOf<'money'>, common: CommonCurrencies, { currencyData }: ExportContext) {
  return field.currency === undefined ? currencyData.currency : (common.get(field.currency) ?? null);
}

function withZone(label: string, field: Field, { currencyData }: ExportContext): string {
  return field.type === 'datetime' ? `${label} (${currencyData.time_zone})` : label;
}

function sourceLabel(source: string, all: readonly Field[], { words }: ExportContext): string {
  const field = all.find((one) => one.source === source);
  return field ? fieldLabel(field, words) : humanise(source);
}
