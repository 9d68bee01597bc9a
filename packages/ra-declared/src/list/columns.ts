import type { Field, Resource } from '@merchant-console/declaration';
import type { FieldTypeDefinition } from '../fields/FieldTypeDefinition.ts';
import { isStatus } from '../fields/choice/enumType.tsx';
import { fieldTypeOf } from '../fields/fieldTypes.ts';

/** Place of a column if a row is displayed as a card on a narrow screen. */
type ColumnSlot = 'title' | 'lead' | 'state' | 'time' | 'more' | 'figure' | 'rest';

export interface Column {
  field: Field;
  align: FieldTypeDefinition<Field>['align'];
  slot: ColumnSlot;
}

/**
 * The columns of a list. On a card, the first one is the title, with the list's main amount beside it and state and
 * time below. The state is the column of the list's tabs, or else the first status. Other texts follow in small print.
 * Further numbers are left out if there is a main amount; otherwise they follow with their names.
 */
export function columnsOf({
  columns,
  summary,
  tabs,
}: Pick<Resource['list'], 'columns' | 'summary' | 'tabs'>): Column[] {
  const [title, ...others] = columns;
  const lead = others.find((field) => summary.includes(field));
  const states = others.filter(isStatus);
  const state = states.find(({ source }) => source === tabs?.source) ?? states[0];
  const time = others.find(({ type }) => type === 'datetime');
  const slotOf = (field: Field): ColumnSlot => {
    if (field === title) return 'title';
    if (field === lead) return 'lead';
    if (field === state) return 'state';
    if (field === time) return 'time';
    if (fieldTypeOf(field).align === 'left') return field.type === 'datetime' ? 'rest' : 'more';
    return lead ? 'rest' : 'figure';
  };
  return columns.map((field) => ({ field, align: fieldTypeOf(field).align, slot: slotOf(field) }));
}

/** Parts of a table besides its columns. */
export interface TableParts {
  /** True if rows can be selected. */
  select: boolean;
  /** True if rows can be expanded. */
  expand: boolean;
  /** True if rows have a menu of actions. */
  menu: boolean;
}

/** True if there is a column before the declared ones. */
export function hasLead({ select, expand }: TableParts): boolean {
  return select || expand;
}
