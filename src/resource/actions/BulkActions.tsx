import type { Identifier } from 'react-admin';
import type { IdentifiedRecord } from '#console/fields/FieldTypeDefinition.ts';
import type { ResourceView } from '../ResourceView.ts';
import { ActionButton } from './ActionButton.tsx';
import { bulkActions } from './offeredActions.ts';
import { useOpenAction } from './OpenAction.ts';

interface BulkActionsProps {
  view: ResourceView;
  /** The records chosen, on whatever page. */
  ids: readonly Identifier[];
  /** Records that are at hand, such as the rows of the page. */
  records: readonly IdentifiedRecord[];
  /** Called when one has been done. */
  onDone?: () => void;
}

/** What can be done with all records that are selected. */
export function BulkActions({ view, ids, records, onDone }: BulkActionsProps) {
  const open = useOpenAction();
  const chosen = records.filter(({ id }) => ids.includes(id));
  return bulkActions(view, ids, chosen).map((action) => (
    <ActionButton
      key={action.key}
      variant="text"
      resource={view.resource.name}
      action={action}
      onPress={() => open({ action, ids, records: chosen, onDone })}
    />
  ));
}
