import { PageSkeleton } from './ui/PageSkeleton.tsx';
import { lazy } from './ui/loading/lazy.tsx';
import type { ListPageProps, RecordPageProps } from './ResourceView.ts';

// Separate chunks, because a list needs neither inputs nor the code of a record page.

const skeleton = ({ view }: ListPageProps) => <PageSkeleton title={view.title} />;

/** The page of one record. Lists prefetch its code when the pointer rests on a row. */
export const LazyRecord = lazy<RecordPageProps>(
  async () => (await import('./record/DeclaredRecord.tsx')).DeclaredRecord,
  skeleton,
);

export const LazyEditRecord = lazy<RecordPageProps>(
  async () => (await import('./form/EditRecord.tsx')).EditRecord,
  skeleton,
);

export const LazyCreateRecord = lazy<ListPageProps>(
  async () => (await import('./form/CreateRecord.tsx')).CreateRecord,
  skeleton,
);

/** The page of a dashboard. */
export const LazyDashboard = lazy<ListPageProps>(
  async () => (await import('./dashboard/DeclaredDashboard.tsx')).DeclaredDashboard,
  skeleton,
);

/** For a list that never has more than one record. */
export const LazyOnlyRecord = lazy<ListPageProps>(
  async () => (await import('./record/OnlyRecordPage.tsx')).OnlyRecordPage,
  skeleton,
);
