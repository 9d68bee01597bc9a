import EditIcon from '@mui/icons-material/Edit';
import { Button, Stack } from '@mui/material';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { Link } from '#console/ui/router/Link.tsx';
import { RowActions } from '../actions/ActionButton.tsx';
import { useAskedAction } from '../actions/useAskedAction.ts';
import { editPath, type ResourceView } from '../ResourceView.ts';
import { useShownRecord } from './useShownRecord.ts';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { useState } from 'react';
import { DeleteDialog } from './DeleteDialog.tsx';

/** Buttons for the actions on the record, on its page. */
export function RecordButtons({ view }: { view: ResourceView }) {
  const record = useShownRecord();
  const { translate } = useFormatContext();
  useAskedAction(view, record);
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
      {view.canEditRecord(record) && (
        <Button
          component={Link}
          to={editPath(view.basePath, record.id)}
          size="small"
          variant="outlined"
          startIcon={<EditIcon />}
        >
          {translate('record.edit')}
        </Button>
      )}
      <RowActions view={view} record={record} />
      {view.canDeleteRecord(record) && <DeleteRecord view={view} />}
    </Stack>
  );
}

/** Button that deletes the record after a confirmation. */
function DeleteRecord({ view }: { view: ResourceView }) {
  const record = useShownRecord();
  const { translate } = useFormatContext();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="small" color="error" startIcon={<DeleteIcon />} onClick={() => setIsOpen(true)}>
        {translate('record.delete')}
      </Button>
      {isOpen && <DeleteDialog view={view} record={record} onClose={() => setIsOpen(false)} />}
    </>
  );
}
