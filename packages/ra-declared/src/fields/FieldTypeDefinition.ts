import type { ReactNode } from 'react';
import type { Filter } from '@merchant-console/protocol';
import type { Field } from '@merchant-console/declaration';
import type { FormatContext } from '../ui/FormatContext.ts';

/** A record as the API returns it, or the part of one that a format needs. */
export type FieldRecord = Readonly<Record<string, unknown>>;

/** A record with its ID, as react-admin's hooks return it. */
export type IdentifiedRecord = FieldRecord & { id: string | number };

/** A single value of a filter, as the API takes it. */
export type FilterValue = string | number;

export interface NamedChoice {
  id: string;
  name: string;
}

/** Currency in which the amounts of a filter are typed and shown. */
export interface FilterCurrency {
  code: string;
  /**
   * Source of the filter that is set together with the amounts, or null if all records of the list have one currency.
   */
  filteredBy: string | null;
}

export interface FilterControlProps<F extends Field = Field> {
  field: F;
  label: string;
  /** The list's filter, limited to this field's keys, as the API takes it. */
  filter: Filter;
  /** The filter in words, or '' if it isn't set. */
  summary: string;
  onChange(filter: Filter): void;
  /** Currency of an amount filter. */
  currency?: FilterCurrency;
  /** Choices of a reference filter, or undefined until they are loaded. */
  choices?: readonly NamedChoice[] | undefined;
  /** Called when the control is about to show its choices. */
  onOpen?(): void;
}

/** How the console handles one type of field. */
export interface FieldTypeDefinition<F extends Field> {
  /** Right for numbers, so that their digits line up. */
  align: 'left' | 'right';
  /**
   * Text of a value in lists, record pages, exports and tooltips; '' if there is no value. Never throws: a value of the
   * wrong kind is shown as it is.
   */
  format(value: unknown, field: F, context: FormatContext, record?: FieldRecord): string;
  /** Like `format`, for a value without a column header that names its unit. */
  formatAlone?(value: unknown, field: F, context: FormatContext, record?: FieldRecord): string;
  /** Renders a value for which plain text isn't enough; undefined if it is. */
  render?(value: unknown, field: F, context: FormatContext, record: FieldRecord): ReactNode;
  /**
   * Unit of a column for its header: a currency. With a record, the unit that `format` leaves out of its value; may be
   * ''.
   */
  unit?(context: FormatContext, field: F, record?: FieldRecord): string;
  /** Converts a value to the form that the API's filters take, or null if no field of this type can hold it. */
  readFilterValue(raw: unknown, field: F): FilterValue | null;
  /** Both ends of a range in words. Defaults to the formatted values. */
  formatRange?(from: FilterValue | null, to: FilterValue | null, context: FormatContext): [string, string];
  /** Control for setting the filter. Its accessible name is the field's label. */
  FilterControl(props: FilterControlProps<F>): ReactNode;
}
