import type { ReactNode } from 'react';
import type { Filter } from '#shared/contract/listQuery.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import type { FormatContext } from '#console/ui/FormatContext.ts';

/** A record as it came over the wire, or the part of one that a format needs. */
export type FieldRecord = Readonly<Record<string, unknown>>;

/** A record with its id, as react-admin's hooks give it. */
export type IdentifiedRecord = FieldRecord & { id: string | number };

/** One value of a filter on the wire. */
export type FilterValue = string | number;

export interface NamedChoice {
  id: string;
  name: string;
}

/** The currency in which the amounts of a filter are typed and shown. */
export interface FilterCurrency {
  code: string;
  /** Source of the filter that is set together with the amounts, or null if the list has records of one currency only. */
  filteredBy: string | null;
}

export interface FilterControlProps<F extends Field = Field> {
  field: F;
  label: string;
  /** The wire's filter, of this field's keys only. */
  filter: Filter;
  /** The filter in words, '' when it is not set. */
  summary: string;
  onChange(filter: Filter): void;
  /** For an amount. */
  currency?: FilterCurrency;
  /** For a reference: what may be chosen; undefined until it is loaded. */
  choices?: readonly NamedChoice[] | undefined;
  /** The control is about to show its choices. */
  onOpen?(): void;
}

/** What the console knows about one type of field. */
export interface FieldTypeDefinition<F extends Field> {
  /** Numbers stand at the right, so that their digits line up. */
  align: 'left' | 'right';
  /**
   * The text that list, record page, export and tooltips share; '' when there is no value. Never throws: a value of
   * the wrong kind is shown as it came.
   */
  format(value: unknown, field: F, context: FormatContext, record?: FieldRecord): string;
  /** The same for a value that stands alone, without a column header that names its unit. */
  formatAlone?(value: unknown, field: F, context: FormatContext, record?: FieldRecord): string;
  /** How a value is drawn where its text alone does not do. */
  render?(value: unknown, field: F, context: FormatContext): ReactNode;
  /** Unit of a whole column, for its header: a currency. With a record what `format` leaves out of its value; may be ''. */
  unit?(context: FormatContext, field: F, record?: FieldRecord): string;
  /** The value as the wire's filters want it, or null when no such field can hold it. */
  readFilterValue(raw: unknown, field: F): FilterValue | null;
  /** The two ends of a range, in words; the formatted values when absent. */
  formatRange?(from: FilterValue | null, to: FilterValue | null, context: FormatContext): [string, string];
  /** Lets a person set the filter. Named by the field's label. */
  FilterControl(props: FilterControlProps<F>): ReactNode;
}
