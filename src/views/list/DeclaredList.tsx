import { useMemo } from 'react';
import type { ResourceView } from '../ResourceView.ts';
import { PageSkeleton } from '../state/PageSkeleton.tsx';
import type { ListRows } from './ListRows.ts';
import { OpenList } from './OpenList.tsx';
import { RecordTable } from './RecordTable.tsx';
import { seenResource } from './seenResource.ts';
import { useListPreferences } from './useListPreferences.ts';

/**
 * The list of a declared resource. All that it shows is in the address: page, sort, filters, and the columns of a saved
 * view. It waits until it is known whose preferences count, or the wrong rows would be asked for first.
 */
export function DeclaredList({ view, rows }: { view: ResourceView; rows?: ListRows }) {
  const preferences = useListPreferences(view.resource.name);
  const seen = useMemo(() => ({ ...view, resource: seenResource(view.resource, view.sees) }), [view]);
  if (preferences.isPending) return <PageSkeleton title={view.title} />;
  return <OpenList view={seen} preferences={preferences} rows={rows ?? RecordTable} />;
}
