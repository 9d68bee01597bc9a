import type { Declaration } from './declarationSchema.ts';
import type { Field, FieldOf } from './fieldSchema.ts';
import type { Label } from './texts/label.ts';

export type ViewDeclaration = NonNullable<NonNullable<Declaration['list']>['views']>[number];

/** A board with a column for each choice of a field. */
export interface KanbanView {
  type: 'kanban';
  label: Label;
  by: FieldOf<'enum'>;
  /** Keys of the actions that move a card, by choice. Other moves change the field. */
  move: Readonly<Record<string, string>>;
  /** Fields below the name of the record. */
  card: Field[];
  /** Its sum is shown above each column. */
  sum: Field | null;
}

/** The days of a month, with the records that are on them. */
export interface CalendarView {
  type: 'calendar';
  label: Label;
  from: FieldOf<'date' | 'datetime'>;
  /** Of the same type. Null if each record is on one day. */
  to: FieldOf<'date' | 'datetime'> | null;
  /** Null if the user may not see the field. */
  title: Field | null;
}

/** A card for each record of a page. */
export interface CardsView {
  type: 'cards';
  label: Label;
}

export type ListView = KanbanView | CalendarView | CardsView;

/**
 * The ways of showing the records of a list besides a table, for the users who see these fields. A view is left out if its
 * records would have no place without a hidden field. A list that shows none of them doesn't need this code.
 */
export function viewsOf({
  fields,
  list,
}: {
  fields: readonly Field[];
  list: { views: ViewDeclaration[] };
}): ListView[] {
  const find = (source: string | undefined) => fields.find((field) => field.source === source) ?? null;
  return list.views.flatMap((view): ListView[] => {
    if (view.type === 'cards') return [{ type: 'cards', label: view.label ?? 'tree.as_cards' }];
    if (view.type === 'calendar') {
      const [from, to] = [find(view.from), find(view.to)];
      // Without the last day, a move would change how long the record lasts.
      const isLost = !isOnDays(from) || (view.to !== undefined && !isOnDays(to));
      if (isLost) return [];
      return [
        {
          type: 'calendar',
          label: view.label ?? 'calendar.name',
          from,
          to: isOnDays(to) ? to : null,
          title: find(view.title),
        },
      ];
    }
    const by = find(view.by);
    if (by?.type !== 'enum') return [];
    const card = view.card?.flatMap((source) => find(source) ?? []) ?? [];
    return [
      { type: 'kanban', label: view.label ?? 'board.name', by, move: view.move ?? {}, card, sum: find(view.sum) },
    ];
  });
}

/** True for fields whose values are on a day. */
export function isOnDays(field: Field | null): field is FieldOf<'date' | 'datetime'> {
  return field?.type === 'date' || field?.type === 'datetime';
}
