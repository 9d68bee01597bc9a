import { addDecimals, isSummable, plainText } from '@merchant-console/declaration';
import type { WireRecord } from '../RecordSource.ts';
import type { Cell, Column, ExportContext } from './Cell.ts';
import { currencyIn, valueOf } from './cellOf.ts';
import { decimalCell, integerCell, moneyCell } from './numberCells.ts';

/** Sums of a column by currency; '' for values without one. */
type Sums = Map<string, string>;

/** Counts the rows of a file and sums its columns exactly, separately per currency. */
export class Totals {
  readonly #columns: readonly Column[];
  readonly #context: ExportContext;
  readonly #sums: (Sums | null)[];
  #count = 0;

  constructor(columns: readonly Column[], context: ExportContext) {
    this.#columns = columns;
    this.#context = context;
    this.#sums = columns.map((column) => {
      const key = firstKey(column);
      return isSummed(column) ? new Map(key === null ? [] : [[key, '0']]) : null;
    });
  }

  get count(): number {
    return this.#count;
  }

  add(record: WireRecord): void {
    this.#count += 1;
    this.#columns.forEach((column, at) => {
      const sums = this.#sums[at];
      if (!sums || column.kind === 'currency') return;
      const value = plainText(valueOf(column.field, record));
      if (!/^-?\d+(\.\d+)?$/.test(value)) return;
      const key = column.kind === 'money' ? currencyIn(record, column.field.currency, this.#context) : '';
      sums.set(key, addDecimals([sums.get(key) ?? '0', value]));
    });
  }

  /**
   * An empty row followed by the totals: one row for columns whose header names the unit, and one row per other
   * currency. The first cell is the label; if the first column has a sum, the label gets its own row above.
   */
  rows(): Cell[][] {
    const label = this.#context.words.translate('export.total', { smart_count: this.#count });
    const empty = this.#columns.map(() => '');
    const byCurrency = this.#currencies().map((currency) => this.#currencyRow(currency));
    const named = this.#columns.some((column) => isSummed(column) && firstKey(column) !== null);
    const rows = named || byCurrency.length === 0 ? [this.#namedRow(), ...byCurrency] : byCurrency;
    const [first, ...others] = rows;
    if (!first || !startsWithText(this.#columns)) return [empty, [label, ...empty.slice(1)], ...rows];
    return [empty, [label, ...first.slice(1)], ...others];
  }

  /** Sums whose currency the header names, or that have none. */
  #namedRow(): Cell[] {
    return this.#columns.map((column, at): Cell => {
      const key = firstKey(column);
      const sum = key === null ? undefined : this.#sums[at]?.get(key);
      if (sum === undefined || column.kind === 'currency') return '';
      if (column.kind === 'money') return this.#moneyCell(sum, column, key ?? '');
      return column.field.type === 'decimal' ? decimalCell(sum, column.field.scale) : integerCell(sum);
    });
  }

  /** Currencies of columns with several, and any that contradict the header. */
  #currencies(): string[] {
    const found = this.#columns.flatMap((column, at) =>
      [...(this.#sums[at]?.keys() ?? [])].filter((key) => key !== firstKey(column)),
    );
    return [...new Set(found)].toSorted();
  }

  #currencyRow(currency: string): Cell[] {
    return this.#columns.map((column, at): Cell => {
      if (column.kind === 'currency') return currency;
      const sum = currency === firstKey(column) ? undefined : this.#sums[at]?.get(currency);
      return sum === undefined || column.kind === 'value' ? '' : this.#moneyCell(sum, column, currency);
    });
  }

  #moneyCell(sum: string, column: Column & { kind: 'money' }, currency: string): Cell {
    return moneyCell(sum, currency, column.currency, this.#context.currencyData);
  }
}

function isSummed(column: Column): boolean {
  return column.kind !== 'currency' && isSummable(column.field);
}

/** The key of the sum whose unit the header names; null if it names none. */
function firstKey(column: Column): string | null {
  return column.kind === 'money' ? column.currency : '';
}

function startsWithText([first]: readonly Column[]): boolean {
  return first?.kind === 'value' && !isSummed(first);
}
