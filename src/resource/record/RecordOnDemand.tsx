import { withLateTexts } from '#console/i18n/lateTexts.ts';
import { onDemand } from '#console/ui/loading/onDemand.tsx';
import type { ResourceView } from '../ResourceView.ts';
import { PageSkeleton } from '#console/ui/PageSkeleton.tsx';

interface RecordPageProps {
  view: ResourceView;
  id: string;
}

/** The page of one record. Lists prefetch its code when the pointer rests on a row. */
export const RecordOnDemand = onDemand<RecordPageProps>(
  async () => (await withLateTexts(import('./DeclaredRecord.tsx'))).DeclaredRecord,
  ({ view }) => <PageSkeleton title={view.title} />,
);
