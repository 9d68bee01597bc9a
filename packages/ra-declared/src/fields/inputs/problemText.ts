import {
  type AmountScale,
  decimalUnits,
  type Field,
  type FieldProblem,
  formatAmount,
  formatSize,
  scaleOfCurrency,
  type Translate,
} from '@merchant-console/declaration';
import type { FormatContext } from '../../ui/FormatContext.ts';

/** Prompt for an empty required field: the field's own text, if there is one. */
function promptFor(source: string, translate: Translate): string {
  return translate(`prompts.${source}`, { _: translate('errors.required') });
}

/** Describes a problem with a value. `currency` is the record's, for an amount; '' for the tenant's. */
export function problemText(problem: FieldProblem, field: Field, context: FormatContext, currency = ''): string {
  if (problem.key === 'required') return promptFor(field.source, context.translate);
  return context.translate(`errors.${problem.key}`, problemArgs(problem, field, context, currency));
}

/** Arguments of the text in readable units: limits of amounts in major units, of files in megabytes. */
function problemArgs(
  { key, args = {} }: FieldProblem,
  field: Field,
  { currencyData }: FormatContext,
  currency: string,
): Record<string, string | number> {
  const written = (write: (argument: string | number) => string) =>
    Object.fromEntries(Object.entries(args).map(([name, argument]) => [name, write(argument)]));
  switch (key) {
    case 'file_too_large':
      return written((bytes) => formatSize(Number(bytes)));
    case 'file_type':
      return written((types) => mediaTypeNames(String(types).split(', ')));
    case 'too_small':
    case 'too_big': {
      if (field.type === 'decimal')
        return written((limit) => formatAmount(decimalUnits(String(limit), field.scale) ?? 0n, field.scale));
      const unit = field.type === 'rate' ? '%' : '';
      const scale = scaleOf(field, scaleOfCurrency(currency || currencyData.currency, currencyData));
      return written((number) => `${formatAmount(String(number), scale)}${unit}`);
    }
    default:
      return args;
  }
}

/** Number of decimals in which users write the field's numbers. */
function scaleOf({ type }: Field, ofCurrency: AmountScale): AmountScale {
  if (type === 'money') return ofCurrency;
  return type === 'rate' ? 2 : 0;
}

/** Readable names of media types: `image/png, application/pdf` → `PNG, PDF`. */
export function mediaTypeNames(types: readonly string[]): string {
  return types.map((type) => NAMES[type] ?? (type.split('/')[1] ?? type).toUpperCase()).join(', ');
}

const NAMES: Readonly<Record<string, string>> = {
  'text/plain': 'TXT',
  'application/msword': 'DOC',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'DOCX',
  'application/vnd.ms-excel': 'XLS',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'XLSX',
};
