import type { ResourceView } from '../ResourceView.ts';
import { ActionButton } from './ActionButton.tsx';
import { listActions } from './offeredActions.ts';
import { useOpenAction } from './OpenAction.ts';

/** What can be done with the list as a whole, for its heading. */
export function ListActions({ view }: { view: ResourceView }) {
  const open = useOpenAction();
  return listActions(view).map((action) => (
    <ActionButton
      key={action.key}
      resource={view.resource.name}
      action={action}
      onPress={() => open({ action, ids: [], records: [] })}
    />
  ));
}
