import { useMemo } from 'react';
import type { Field, Resource } from '@merchant-console/declaration';
import type { Preference } from '../../preferences/usePreference.tsx';
import type { ListParams } from '../listParams.ts';
import type { ListPreferences, SavedView } from '../listPreferences.ts';
import type { ListParamActions } from '../useListParams.ts';
import { choiceOf, chosenColumns, columnsNamed, sourcesOf } from './columnChoice.ts';

export interface ListColumns {
  columns: Field[];
  /** Shows the fields with these sources, in this order. */
  change(sources: readonly string[]): void;
  /**
   * Returns to the columns of the view. Without a view, to the declared ones, or from those of the address to the
   * user's own.
   */
  reset(): void;
}

/** The columns named in the address (as by a saved view), otherwise those that the user prefers. */
export function useColumns(
  resource: Resource,
  named: ListParams['columns'],
  view: SavedView | null,
  preferences: Preference<ListPreferences>,
  actions: ListParamActions,
): ListColumns {
  const { value, change } = preferences;
  return useMemo<ListColumns>(() => {
    const columns = (named && columnsNamed(resource, named)) ?? chosenColumns(resource, value.columns);
    if (named) {
      const home = view && sourcesOf(chosenColumns(resource, view.columns));
      return { columns, change: actions.changeColumns, reset: () => actions.changeColumns(home) };
    }
    return {
      columns,
      change: (sources) => change((current) => ({ ...current, columns: choiceOf(resource, sources) })),
      reset: () => change((current) => ({ ...current, columns: null })),
    };
  }, [resource, named, view, value.columns, change, actions]);
}
