import { MenuItem } from '@mui/material';
import type { IdentifiedRecord } from '#console/fieldTypes/FieldTypeDefinition.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import type { ResourceView } from '../ResourceView.ts';
import { actionLabel } from './actionLabel.ts';
import { rowActions } from './offeredActions.ts';
import { useOpenAction } from './OpenAction.ts';

/** What can be done with a row's record, as items of its menu. */
export function RowActionItems({ view, record }: { view: ResourceView; record: IdentifiedRecord }) {
  const context = useFormatContext();
  const open = useOpenAction();
  const { resource } = view;
  return rowActions(view, record).map((action) => (
    <MenuItem key={action.key} onClick={() => open({ action, ids: [record.id], records: [record] })}>
      {actionLabel(action, { ...context, resource: resource.name })}
    </MenuItem>
  ));
}
