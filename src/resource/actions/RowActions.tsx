import { Stack } from '@mui/material';
import type { IdentifiedRecord } from '#console/fields/FieldTypeDefinition.ts';
import type { ResourceView } from '../ResourceView.ts';
import { ActionButton } from './ActionButton.tsx';
import { listedRowActions, rowActions } from './offeredActions.ts';
import { useBeginAction } from './useBeginAction.ts';

interface RowActionsProps {
  view: ResourceView;
  record: IdentifiedRecord;
  /** Among others, and not on its own page. */
  inList?: boolean;
}

/** What can be done with a record, as buttons: for its own page, or where lists have no menu. */
export function RowActions({ view, record, inList = false }: RowActionsProps) {
  const { begin, hasItsPage } = useBeginAction();
  const actions = (inList ? listedRowActions : rowActions)(view, record).filter(hasItsPage);
  if (actions.length === 0) return null;
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
      {actions.map((action) => (
        <ActionButton
          key={action.key}
          resource={view.resource.name}
          action={action}
          onPress={() => begin({ action, ids: [record.id], records: [record] })}
        />
      ))}
    </Stack>
  );
}
