import { memo, useId, useState } from 'react';
import { withLateTexts } from '#console/i18n/lateTexts.ts';
import { onDemand } from '#console/ui/loading/onDemand.tsx';
import type { SavedViews } from './useSavedViews.ts';
import { SavedViewsButton } from './SavedViewsButton.tsx';
import type { ViewQuestion } from './ViewDialog.tsx';

const ViewList = onDemand(async () => (await import('./ViewList.tsx')).ViewList);
const ViewDialog = onDemand(async () => (await withLateTexts(import('./ViewDialog.tsx'))).ViewDialog);

/** The view that the list is in, the others to open, and what can be done with this one. */
export const SavedViewsMenu = memo(function SavedViewsMenu({ savedViews }: { savedViews: SavedViews }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [question, setQuestion] = useState<ViewQuestion | null>(null);
  const id = useId();
  return (
    <>
      <SavedViewsButton
        savedViews={savedViews}
        controls={anchor === null ? undefined : id}
        onNear={ViewList.prefetch}
        onOpen={(button) => setAnchor(button)}
      />
      {anchor && <ViewList {...{ id, savedViews, anchor }} ask={setQuestion} onClose={() => setAnchor(null)} />}
      {question && <ViewDialog {...{ question, savedViews }} onClose={() => setQuestion(null)} />}
    </>
  );
});
