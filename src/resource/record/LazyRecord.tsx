import { PageSkeleton } from '#console/ui/PageSkeleton.tsx';
import { lazy } from '#console/ui/loading/lazy.tsx';
import type { RecordPageProps } from '../ResourceView.ts';

/** The page of one record. Lists prefetch its code when the pointer rests on a row. */
export const LazyRecord = lazy<RecordPageProps>(
  async () => (await import('./DeclaredRecord.tsx')).DeclaredRecord,
  ({ view }) => <PageSkeleton title={view.title} />,
);
