import { Menu, MenuItem } from '@mui/material';
import { useState } from 'react';
import { Link } from 'react-router';
import type { IdentifiedRecord } from '#console/fieldTypes/FieldTypeDefinition.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { rowActions } from '../../actions/offeredActions.ts';
import { RowActionItems } from '../../actions/RowActionItems.tsx';
import { DeleteDialog } from '../../record/DeleteDialog.tsx';
import { editPath, recordPath, type ResourceView } from '../../ResourceView.ts';

interface RowMenuProps {
  view: ResourceView;
  /** The record whose menu is open, and the button that it hangs on; null while none is. */
  opened: { record: IdentifiedRecord; anchor: HTMLElement } | null;
  onClose(): void;
}

/** What can be done with one record: one menu for all rows of the table. */
export function RowMenu({ view, opened, onClose }: RowMenuProps) {
  const { translate } = useFormatContext();
  const { basePath, canShow, canEdit, canDelete } = view;
  const [doomed, setDoomed] = useState<IdentifiedRecord | null>(null);
  if (doomed) return <DeleteDialog view={view} record={doomed} onClose={() => setDoomed(null)} />;
  if (!opened) return null;
  const { record, anchor } = opened;
  const isEmpty = !canShow && !canEdit && !canDelete && rowActions(view, record).length === 0;
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      onClick={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ list: { dense: true, 'aria-label': translate('list.actions') } }}
    >
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
      <RowActionItems view={view} record={record} />
      {canDelete && (
        <MenuItem onClick={() => setDoomed(record)} sx={{ color: 'error.main' }}>
          {translate('record.delete')}
        </MenuItem>
      )}
      {isEmpty && <MenuItem disabled>{translate('list.no_actions')}</MenuItem>}
    </Menu>
  );
}
