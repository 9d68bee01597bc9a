import { useGetList } from 'react-admin';
import type { IdentifiedRecord } from '../fields/FieldTypeDefinition.ts';
import { DeclaredRecord } from './DeclaredRecord.tsx';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import type { ResourceView } from '../ResourceView.ts';
import { PageSkeleton } from '../ui/PageSkeleton.tsx';

const FIRST = { pagination: { page: 1, perPage: 1 }, sort: { field: 'id', order: 'ASC' }, filter: {} } as const;

/** The only record of a resource, in place of its list. */
export function OnlyRecordPage({ view }: { view: ResourceView }) {
  const { data, error, refetch } = useGetList<IdentifiedRecord>(view.resource.name, FIRST);
  const [record] = data ?? [];
  if (record) return <DeclaredRecord view={view} id={String(record.id)} hasList={false} />;
  if (error) return <LoadFailure isPage title="record.load_error_title" error={error} onRetry={refetch} />;
  return <PageSkeleton title={view.title} />;
}
