import { MenuItem } from '@mui/material';
import { useState } from 'react';
import type { IdentifiedRecord } from '../../fields/FieldTypeDefinition.ts';
import { useFormatContext } from '../../ui/FormatContext.ts';
import { Link } from '../../ui/router/Link.tsx';
import { listedRowActions } from '../../actions/offeredActions.ts';
import { RowActionItems } from '../../actions/ActionButton.tsx';
import { DeleteDialog } from '../../record/DeleteDialog.tsx';
import { duplicatePath } from '../../record/duplicatePath.ts';
import { editPath, recordPath, type ResourceView } from '../../ResourceView.ts';
import { ActionsMenu } from './ActionsMenu.tsx';

/** A record whose menu is open, and the button that the menu is attached to. */
export interface RowMenuTarget {
  record: IdentifiedRecord;
  anchor: HTMLElement;
}

interface RowMenuProps {
  view: ResourceView;
  /** Null if no menu is open. */
  opened: RowMenuTarget | null;
  onClose(): void;
}

/** Menu of actions on one record. A single menu serves all rows of the table. */
export function RowMenu({ view, opened, onClose }: RowMenuProps) {
  const { translate } = useFormatContext();
  const { basePath, canShow } = view;
  const [doomed, setDoomed] = useState<IdentifiedRecord | null>(null);
  if (doomed) return <DeleteDialog view={view} record={doomed} onClose={() => setDoomed(null)} />;
  if (!opened) return null;
  const { record, anchor } = opened;
  const [canEdit, canDelete] = [view.canEditRecord(record), view.canDeleteRecord(record)];
  const duplicate = duplicatePath(view, record.id);
  const isEmpty = !canShow && !canEdit && !canDelete && !duplicate && listedRowActions(view, record).length === 0;
  return (
    <ActionsMenu anchor={anchor} onClose={onClose}>
      {canShow && (
        <MenuItem component={Link} to={recordPath(basePath, record.id)}>
          {translate('list.show')}
        </MenuItem>
      )}
      {canEdit && (
        <MenuItem component={Link} to={editPath(basePath, record.id)}>
          {translate('list.edit')}
        </MenuItem>
      )}
      {duplicate && (
        <MenuItem component={Link} to={duplicate}>
          {translate('record.duplicate')}
        </MenuItem>
      )}
      <RowActionItems view={view} record={record} />
      {canDelete && (
        <MenuItem onClick={() => setDoomed(record)} sx={{ color: 'error.main' }}>
          {translate('record.delete')}
        </MenuItem>
      )}
      {isEmpty && <MenuItem disabled>{translate('list.no_actions')}</MenuItem>}
    </ActionsMenu>
  );
}
