import type { ReactNode } from 'react';
import type { ResourceView } from '../ResourceView.ts';
import { PageSkeleton } from '#console/ui/PageSkeleton.tsx';
import { OpenList } from './OpenList.tsx';
import { RecordTable, type ListRows } from './RecordTable.tsx';
import { useListPreferences } from './listPreferences.ts';

interface DeclaredListProps {
  view: ResourceView;
  /** Renders the records. Defaults to a table. */
  rows?: ListRows;
  /** Content between the heading and the list. */
  above?: ReactNode;
  /** Fields whose filters are in `above`, not among the list's. */
  filteredAbove?: readonly string[];
}

const NONE: readonly string[] = [];

/**
 * The list of a declared resource. Its state is in the address: page, sort, filters, and the columns of a saved view.
 * It waits for the user's preferences, because without them it would fetch the wrong rows.
 */
export function DeclaredList({ view, rows, above, filteredAbove = NONE }: DeclaredListProps) {
  const preferences = useListPreferences(view.resource.name);
  if (preferences.isPending) return <PageSkeleton title={view.title} />;
  return (
    <OpenList
      view={view}
      rows={rows ?? RecordTable}
      preferences={preferences}
      above={above}
      filteredAbove={filteredAbove}
    />
  );
}
