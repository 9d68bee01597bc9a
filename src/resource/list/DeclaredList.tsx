import type { ReactNode } from 'react';
import type { ResourceView } from '../ResourceView.ts';
import { PageSkeleton } from '#console/ui/PageSkeleton.tsx';
import type { ListRows } from './ListRows.ts';
import { OpenList } from './OpenList.tsx';
import { RecordTable } from './RecordTable.tsx';
import { useListPreferences } from './listPreferences.ts';

interface DeclaredListProps {
  view: ResourceView;
  /** Draws the records; a table when absent. */
  rows?: ListRows;
  /** Stands between the heading and the list. */
  above?: ReactNode;
  /** Fields whose filters stand there too, and not among those of the list. */
  filteredAbove?: readonly string[];
}

const NONE: readonly string[] = [];

/**
 * The list of a declared resource. All that it shows is in the address: page, sort, filters, and the columns of a saved
 * view. It waits until it is known whose preferences count, or the wrong rows would be asked for first.
 */
export function DeclaredList({ view, rows, above, filteredAbove = NONE }: DeclaredListProps) {
  const preferences = useListPreferences(view.resource.name);
  if (preferences.isPending) return <PageSkeleton title={view.title} />;
  return <OpenList view={view} rows={rows ?? RecordTable} {...{ preferences, above, filteredAbove }} />;
}
