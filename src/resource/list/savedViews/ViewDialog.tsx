import { useFormatContext } from '#console/ui/FormatContext.ts';
import { ConfirmDialog } from '#console/ui/ConfirmDialog.tsx';
import type { SavedView } from '../listPreferences.ts';
import type { SavedViews } from './useSavedViews.ts';
import { ViewNameDialog } from './ViewNameDialog.tsx';

/** What has to be asked before something is done with views. */
export type ViewQuestion = { kind: 'save' } | { kind: 'rename' | 'remove'; view: SavedView };

interface ViewDialogProps {
  question: ViewQuestion;
  savedViews: SavedViews;
  onClose(): void;
}

/** Asks for the name of a view, or whether it may go. */
export function ViewDialog({ question, savedViews, onClose }: ViewDialogProps) {
  const { translate } = useFormatContext();
  const { views } = savedViews;
  if (question.kind === 'save') {
    return (
      <ViewNameDialog
        title={translate('savedViews.save_title')}
        taken={views.map(({ name }) => name)}
        offerDefault
        onSave={savedViews.saveAs}
        onClose={onClose}
      />
    );
  }
  const { view } = question;
  if (question.kind === 'rename') {
    return (
      <ViewNameDialog
        title={translate('savedViews.rename_title')}
        first={view.name}
        taken={views.filter(({ id }) => id !== view.id).map(({ name }) => name)}
        onSave={(name) => savedViews.rename(view, name)}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      title={translate('savedViews.remove_title', { name: view.name })}
      text={translate('savedViews.remove_text')}
      confirm={translate('savedViews.remove')}
      isDangerous
      onConfirm={() => {
        savedViews.remove(view);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
