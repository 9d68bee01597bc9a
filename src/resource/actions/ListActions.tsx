import type { ResourceView } from '../ResourceView.ts';
import { ActionButton } from './ActionButton.tsx';
import { listActions } from './offeredActions.ts';
import { useBeginAction } from './useBeginAction.ts';

/** What can be done with the list as a whole, for its heading. */
export function ListActions({ view }: { view: ResourceView }) {
  const { begin, hasItsPage } = useBeginAction();
  return listActions(view)
    .filter(hasItsPage)
    .map((action) => (
      <ActionButton
        key={action.key}
        resource={view.resource.name}
        action={action}
        onPress={() => begin({ action, ids: [], records: [] })}
      />
    ));
}
