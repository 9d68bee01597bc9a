import { MenuItem } from '@mui/material';
import type { IdentifiedRecord } from '#console/fields/FieldTypeDefinition.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import type { ResourceView } from '../ResourceView.ts';
import { actionLabel } from './actionLabel.ts';
import { listedRowActions } from './offeredActions.ts';
import { useBeginAction } from './useBeginAction.ts';

/** What can be done with a row's record, as items of its menu. */
export function RowActionItems({ view, record }: { view: ResourceView; record: IdentifiedRecord }) {
  const context = useFormatContext();
  const { begin, hasItsPage } = useBeginAction();
  const { resource } = view;
  return listedRowActions(view, record)
    .filter(hasItsPage)
    .map((action) => (
      <MenuItem key={action.key} onClick={() => begin({ action, ids: [record.id], records: [record] })}>
        {actionLabel(action, { ...context, resource: resource.name })}
      </MenuItem>
    ));
}
