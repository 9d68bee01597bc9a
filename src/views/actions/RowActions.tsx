import { Stack } from '@mui/material';
import type { IdentifiedRecord } from '#console/fieldTypes/FieldTypeDefinition.ts';
import type { ResourceView } from '../ResourceView.ts';
import { ActionButton } from './ActionButton.tsx';
import { rowActions } from './offeredActions.ts';
import { useOpenAction } from './OpenAction.ts';

/** What can be done with a record, as buttons: for its own page. */
export function RowActions({ view, record }: { view: ResourceView; record: IdentifiedRecord }) {
  const open = useOpenAction();
  const actions = rowActions(view, record);
  if (actions.length === 0) return null;
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
      {actions.map((action) => (
        <ActionButton
          key={action.key}
          resource={view.resource.name}
          action={action}
          onPress={() => open({ action, ids: [record.id], records: [record] })}
        />
      ))}
    </Stack>
  );
}
