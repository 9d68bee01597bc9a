import {
  chartsOf,
  type DashboardCard,
  type Field,
  type Label,
  type ListChart,
  type Resource,
} from '@merchant-console/declaration';
import type { Filter } from '@merchant-console/protocol';
import { filterFor } from '../filterFor.ts';
import { sortIn } from '../record/useRelated.ts';
import type { ResourceView } from '../ResourceView.ts';
import type { ReadScope } from '../useScope.ts';

/** What a card shows of a resource, as the user may see it. */
export type CardContent = {
  view: ResourceView;
  /** The filter of the resource's list that finds the records. */
  filter: Filter;
  /** Null: the name of the resource. */
  label: Label | null;
} & (
  | { type: 'figure'; sum: Field | null }
  | { type: 'chart'; chart: ListChart }
  | { type: 'list'; columns: Field[]; sort: Resource['list']['sort']; perPage: number }
);

/** Number of columns and records of a list card that doesn't name them. */
const COLUMNS = 5;
const ROWS = 5;

/** Null if the user may not list the records, or not see a field that the card needs. */
export function contentOf(card: DashboardCard, view: ResourceView, readScope: ReadScope): CardContent | null {
  const { fields, list } = view.resource;
  const { label = null } = card;
  const filter = filterFor(view, card.filter ?? null, readScope);
  if (!filter) return null;
  switch (card.type) {
    case 'figure': {
      const sum = list.summary.find(({ source }) => source === card.sum);
      if (card.sum !== undefined && !sum) return null;
      return { type: 'figure', view, filter, label, sum: sum ?? null };
    }
    case 'chart': {
      const [chart] = chartsOf({ fields, list: { charts: [card], summary: list.summary } });
      return chart ? { type: 'chart', view, filter, label, chart } : null;
    }
    case 'list': {
      const columns = card.columns
        ? card.columns.flatMap((source) => fields.find((field) => field.source === source) ?? [])
        : list.columns.slice(0, COLUMNS);
      if (columns.length === 0) return null;
      const sort = sortIn(view.resource, card.sort ?? null);
      return { type: 'list', view, filter, label, columns, sort, perPage: card.perPage ?? ROWS };
    }
  }
}
