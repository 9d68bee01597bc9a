import { useFormatContext } from '#console/ui/FormatContext.ts';
import type { SavedViews } from './useSavedViews.ts';
import type { ViewQuestion } from './ViewDialog.tsx';

interface ViewChange {
  label: string;
  act(): void;
  disabled?: boolean;
}

/** What can be done with the view that the list is in, and with the list as it stands. */
export function useViewChanges(savedViews: SavedViews, ask: (question: ViewQuestion) => void): ViewChange[] {
  const { translate } = useFormatContext();
  const { current, isChanged, isFull, defaultId } = savedViews;
  const saveAs = { label: translate('savedViews.save_as'), act: () => ask({ kind: 'save' }), disabled: isFull };
  if (!current) return [saveAs];
  const isDefault = current.id === defaultId;
  const changed = [
    { label: translate('savedViews.update', { name: current.name }), act: () => savedViews.update(current) },
    { label: translate('savedViews.discard'), act: () => savedViews.open(current) },
  ];
  return [
    ...(isChanged ? changed : []),
    saveAs,
    {
      label: translate(isDefault ? 'savedViews.no_default' : 'savedViews.make_default'),
      act: () => savedViews.makeDefault(isDefault ? null : current),
    },
    { label: translate('savedViews.rename'), act: () => ask({ kind: 'rename', view: current }) },
    { label: translate('savedViews.remove'), act: () => ask({ kind: 'remove', view: current }) },
  ];
}
