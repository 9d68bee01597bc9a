import { withLateTexts } from '#console/i18n/lateTexts.ts';
import { PageSkeleton } from '#console/ui/PageSkeleton.tsx';
import { onDemand } from '#console/ui/loading/onDemand.tsx';
import type { RecordPageProps } from '../ResourceView.ts';

/** The page of one record. Lists prefetch its code when the pointer rests on a row. */
export const RecordOnDemand = onDemand<RecordPageProps>(
  async () => (await withLateTexts(import('./DeclaredRecord.tsx'))).DeclaredRecord,
  ({ view }) => <PageSkeleton title={view.title} />,
);
